/** Public screens, visited signed out. */
export const publicScreens = [
  '/',
  '/pricing',
  '/about',
  '/blog',
  '/blog/how-ai-transforms-marine-research',
  '/blog/top-marine-conservation-technologies',
  '/terms',
  '/privacy',
  '/login',
  '/signup',
  '/forgot-password',
  '/reset-password',
  '/prove-email',
  '/invitation'
]

/** Screens of a signed-in person outside projects. */
export const mainScreens = [
  '/dashboard',
  '/projects',
  '/projects/new',
  '/opportunities',
  '/community',
  '/organizations/new',
  '/profile',
  '/admin',
  '/debug'
]

/** Screens of a project, below its address. */
export const projectScreens = [
  'dashboard',
  'annotate',
  'annotate/review',
  'annotate/sessions',
  'annotate/results',
  'annotate/sites',
  'annotate/exchange',
  'ai',
  'ai/runs',
  'ai/suggestions',
  'ai/check',
  'ai/similar',
  'ai/quality',
  'ai/models',
  'catalog',
  'map',
  'map/observations',
  'map/outside',
  'map/outside/inbox',
  'map/outside/rules',
  'map/outside/datasets',
  'journal',
  'publication',
  'settings'
]
