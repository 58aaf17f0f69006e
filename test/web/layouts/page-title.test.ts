import t from 'tap'
import { documentTitle, pageTitle } from '../../../web/layouts/page-title.ts'
import { mainAreas } from '../../../web/routes/main-areas.ts'
import { projectAreas } from '../../../web/routes/project-areas.ts'

const titles: [path: string, title: string][] = [
  ['/dashboard', 'Dashboard'],
  ['/projects', 'Projects'],
  ['/projects/new', 'New Project'],
  ['/projects/edit/42', 'Edit Project'],
  ['/opportunities', 'Opportunities'],
  ['/opportunities/42', 'Opportunities'],
  ['/community', 'Community'],
  ['/profile', 'Profile'],
  ['/organizations/new', 'New Organization'],
  ['/projects/42', 'Overview'],
  ['/projects/42/dashboard', 'Overview'],
  ['/projects/42/annotate', 'Annotate'],
  ['/projects/42/annotate/review', 'Review'],
  ['/projects/42/annotate/sessions/7', 'Blind sessions'],
  ['/projects/42/annotate/results', 'Results'],
  ['/projects/42/annotate/sites', 'Sites'],
  ['/projects/42/annotate/exchange', 'Import and export'],
  ['/projects/42/ai', 'AI Analysis'],
  ['/projects/42/catalog', 'Species Catalog'],
  ['/projects/42/ai/suggestions', 'AI Analysis'],
  ['/projects/42/map', 'Map'],
  ['/projects/42/map/observations', 'Map'],
  ['/projects/42/journal', 'Journal'],
  ['/projects/42/publication', 'Publication'],
  ['/projects/42/settings', 'Settings'],
  ['/login', 'Sign In'],
  ['/blog/how-ai-transforms-marine-research', 'How AI Transforms Marine Research'],
  ['/', ''],
  ['/nowhere', '']
]

t.test('the title of a page follows from its path', async t => {
  for (const [path, title] of titles) t.equal(pageTitle(path), title, path)
})

t.test('every area has its label as its title', async t => {
  for (const { path, label } of mainAreas) t.equal(pageTitle(path), label)
  for (const { path, label } of projectAreas) t.equal(pageTitle(`/projects/42/${path}`), label)
})

t.test('the tab names the object, the project and the app', async t => {
  t.equal(documentTitle('/projects/42/map', 'Sur Ridge'), 'Map · Sur Ridge · Isobath')
  t.equal(documentTitle('/dashboard'), 'Dashboard · Isobath')
  t.equal(documentTitle('/'), 'Isobath')
})
