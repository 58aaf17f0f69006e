const titles: Record<string, string> = {
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

const sectionTitles: Record<string, string> = {
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
const tabTitles: Record<string, string> = {
  review: 'Review',
  sessions: 'Blind sessions',
  results: 'Results',
  sites: 'Sites',
  exchange: 'Import and export'
}

/** Title of the page at a path; empty for the landing page and for unknown paths. */
export function pageTitle(path: string): string {
  const steps = path.split('/').filter(Boolean)
  const known = titles[steps.slice(0, 2).join('/')]
  if (known) return known
  const [first = '', , section = 'dashboard', tab = ''] = steps
  if (first === 'projects' && steps.length > 1) return (section === 'annotate' && tabTitles[tab]) || (sectionTitles[section] ?? '')
  return titles[first] ?? ''
}

/** Title of the tab: "*thing* · *project* · Isobath". */
export function documentTitle(path: string, project?: string): string {
  return [pageTitle(path), project, 'Isobath'].filter(Boolean).join(' · ')
}
