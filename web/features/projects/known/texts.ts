/** Title shown for a project that a foreign backend returned without one. */
export const untitled = 'Untitled project'
