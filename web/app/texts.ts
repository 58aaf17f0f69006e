export const texts = {
  errorPage: {
    broken: ['This page could not be shown', 'Your saved work is safe. If it fails again after reloading, the debug page has the details.'],
    gone: [
      'The server cannot be reached',
      'This page was not loaded before the connection was lost. It opens automatically when the server answers again. Your saved work is safe.'
    ],
    replaced: ['A part of this page is missing', 'It could not be loaded, or a newer version has replaced it. Your saved work is safe.'],
    reload: 'Reload',
    debug: 'Debug page'
  }
} as const
