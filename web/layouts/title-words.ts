/** Pages whose title is their capitalised path. */
export const plainTitles =
  'dashboard projects opportunities community profile invitation features demo pricing about terms privacy blog debug'.split(' ')

/** Titles of other pages, by the first two segments of their path. */
export const titles: Record<string, string> = {
  'projects/new': 'New Project',
  'projects/edit': 'Edit Project',
  admin: 'Administration',
  'organizations/new': 'New Organization',
  login: 'Sign In',
  signup: 'Sign Up',
  'forgot-password': 'Forgot Password',
  'reset-password': 'Reset Password',
  'prove-email': 'Verify Your Address',
  'blog/how-ai-transforms-marine-research': 'How AI Transforms Marine Research',
  'blog/top-marine-conservation-technologies': 'Top Marine Conservation Technologies'
}

/** Titles of the sections of a project. */
export const sectionTitles: Record<string, string> = {
  dashboard: 'Overview',
  annotate: 'Annotate',
  ai: 'AI Analysis',
  catalog: 'Species Catalog',
  map: 'Map',
  journal: 'Journal',
  publication: 'Publication',
  settings: 'Settings'
}

/** Titles of the Annotate tabs. */
export const tabTitles: Record<string, string> = {
  review: 'Review',
  sessions: 'Blind sessions',
  results: 'Results',
  sites: 'Sites',
  exchange: 'Import and export'
}
