// Separate constants, which the build inlines: this frame is part of the initial load of every screen.

// header
export const collapse = 'Collapse sidebar'
export const expand = 'Expand sidebar'
export const goTo = 'Go to…'
export const goToAbout = 'a page or a project'
export const help = 'Help'
export const helpTip = 'Help and keyboard shortcuts (?)'
export const create = 'Create New'
export const account = 'Account'
export const profile = 'Profile'
export const administration = 'Administration'
export const logout = 'Logout'

// places
export const project = 'Project'
export const main = 'Main'
export const dashboard = 'Isobath, dashboard'
export const backToProjects = 'Back to Projects'
export const closeMenu = 'Close the menu'
export const sections = 'Project sections'
export const more = 'More'
export const annotate = 'Annotate'
export const annotateScreens = 'Annotate screens'

// project switcher
export const switchProject = (title: string | undefined) => `Switch project, current: ${title ?? 'loading'}`
export const findProject = 'Find a project'
export const projects = 'Projects'
export const loadingProjects = 'Loading projects...'
export const projectsFailed = 'The projects could not be loaded'
export const noProjects = 'No projects found'
export const createProject = 'Create New Project'

// notifications
export const notifications = 'Notifications'
export const notificationCount = (count: number) => `Notifications, ${count}`
export const loadingNotifications = 'Loading notifications'
export const notificationsFailed = 'The notifications could not be loaded'
export const noReason = 'The server gave no reason.'
export const gettingStarted = 'Getting started'
export const hintOfProjects = 'A project holds one study. Create your first project.'
export const hintOfKeys = 'Press Ctrl K, or ⌘ K, to go to any page or project.'
export const hintOfTheme = 'Choose a light or dark theme in your profile.'

export const offline =
  'You are offline. Loaded data remain available. Annotations and sites are sent when the connection returns. Other changes require a connection.'

// keys
export const everywhere = 'Everywhere'
export const inProject = 'In a project'
export const goToPlace = (place: string) => `Go to ${place}`
export const openPalette = 'Go to a page or a project'
export const showHelp = 'Show help and keyboard shortcuts'
export const searchPage = 'Search this page'
