/** Titles of pages, by the first two steps of their path. */
export const titles: Record<string, string> = {
  dashboard: 'Dashboard',
  projects: 'Projects',
  'projects/new': 'New Project',
  'projects/edit': 'Edit Project',
  opportunities: 'Opportunities',
  community: 'Community',
  profile: 'Profile',
  admin: 'Administration',
  'organizations/new': 'New Organization',
  login: 'Sign In',
  signup: 'Sign Up',
  'forgot-password': 'Forgot Password',
  'reset-password': 'Reset Password',
  'prove-email': 'Verify Your Address',
  invitation: 'Invitation',
  features: 'Features',
  demo: 'Demo',
  pricing: 'Pricing',
  about: 'About',
  terms: 'Terms',
  privacy: 'Privacy',
  blog: 'Blog',
  'blog/how-ai-transforms-marine-research': 'How AI Transforms Marine Research',
  'blog/top-marine-conservation-technologies': 'Top Marine Conservation Technologies',
  debug: 'Debug'
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

/** Titles of the tabs of Annotate. */
export const tabTitles: Record<string, string> = {
  review: 'Review',
  sessions: 'Blind sessions',
  results: 'Results',
  sites: 'Sites',
  exchange: 'Import and export'
}
