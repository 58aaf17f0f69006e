/** Title of a project that a foreign backend sends without one. */
export const untitled = 'Untitled project'
