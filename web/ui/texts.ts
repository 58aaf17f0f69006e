// Separate constants, which the build inlines, so that a public page loads only those that it shows.

export const close = 'Close'
export const cancel = 'Cancel'
export const copied = 'Copied'
export const remove = 'Remove'
export const loading = 'Loading'
export const messages = 'Messages'
export const optional = 'optional'
export const results = 'Results'
export const current = 'current'
export const chooseFiles = 'Choose files'

// failures
export const retry = 'Try again'
export const reference = 'Reference'
export const copyReference = 'Copy the reference'
export const loadedEarlier = 'This page shows values that were loaded earlier.'

// menus and panels whose code has not arrived
export const menuNotOpened = 'The menu could not be opened'
export const panelNotOpened = 'The panel could not be opened'
export const notOpenedAbout = {
  late: 'It could not be loaded. Check the connection and try again.',
  missing: 'It could not be loaded, or a newer version has replaced it. Reload the page.'
}

// unsaved changes
export const leaveTitle = 'Leave without saving?'
export const leaveAbout = 'Your changes on this page have not been saved.'
export const stay = 'Stay on this page'
export const leave = 'Leave and discard'

// fields
export const hidePassword = 'Hide password'
export const showPassword = 'Show password'
export const dayForm = 'YYYY-MM-DD'
export const dayFault = 'Enter the date as YYYY-MM-DD'
export const chooseDay = 'Choose a date'

// text in Markdown
export const pictureLink = 'Image'
