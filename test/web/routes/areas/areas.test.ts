import { readdirSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import t from 'tap'
import type { Area } from '../../../../web/routes/area.ts'
import { type AreaName, areaNamed, areas, builtAreas, type ProductArea, plannedAreas } from '../../../../web/routes/areas/areas.ts'
import { mainAreas } from '../../../../web/routes/main-areas.ts'
import { projectAreas } from '../../../../web/routes/project-areas.ts'

const root = fileURLToPath(new URL('../../../../', import.meta.url))
const read = (path: string) => readFileSync(`${root}${path}`, 'utf8')
const isPlannedPage = (page: string) => read(`web/routes/${page}`).includes("from './area-page.tsx'")

/** Screen files that the routes of these areas load, below `web/routes`. */
const pagesOf = (folder: string, declared: readonly Area[]): string[] =>
  declared
    .flatMap(({ lazy, tabs = [], pages = [] }) => [lazy, ...tabs.map(tab => tab.lazy), ...pages.map(page => page.lazy)])
    .map(lazy => posix.join(folder, /import\('([^']+)'\)/.exec(String(lazy))?.[1] ?? ''))

const reachable = [...pagesOf('main', mainAreas), ...pagesOf('project', projectAreas)]

t.test('a built area has its own screen among the routes', t => {
  for (const { name, page } of builtAreas) {
    t.ok(page && reachable.includes(page), `${name} is reachable`)
    t.notOk(page && isPlannedPage(page), `${name} has its own screen`)
  }
  t.end()
})

t.test('a planned area has only the page that describes it as planned', t => {
  for (const { name, page } of plannedAreas) if (page) t.ok(reachable.includes(page) && isPlannedPage(page), name)
  t.end()
})

t.test('the list names every planned page among the routes', t => {
  const listed = areas.flatMap(({ page }: ProductArea) => page ?? [])
  t.same(
    reachable.filter(page => page.startsWith('areas/') && !listed.includes(page)),
    []
  )
  const files = readdirSync(`${root}web/routes/areas`).filter(file => file.endsWith('.tsx') && isPlannedPage(`areas/${file}`))
  t.same(
    files.filter(file => !reachable.includes(`areas/${file}`)),
    []
  )
  t.end()
})

/** Screens that belong to the area of another screen. */
const partOf: Record<string, AreaName> = {
  'main/dashboard.tsx': 'Projects',
  'main/new-project.tsx': 'Projects',
  'main/edit-project.tsx': 'Projects',
  'main/opportunity.tsx': 'Opportunities',
  'project/settings.tsx': 'Projects',
  'project/observations.tsx': 'Map'
}

/** Screens that are no part of the product's description: the account of a person. */
const undescribed = ['main/profile.tsx']

t.test('every built screen belongs to a built area', t => {
  const pages = builtAreas.map(({ page }) => page)
  const screens = reachable.filter(page => !page.startsWith('areas/') && !page.startsWith('../layouts/'))
  t.same(
    screens.filter(page => !pages.includes(page) && !(page in partOf) && !undescribed.includes(page)),
    []
  )
  for (const [page, name] of Object.entries(partOf)) {
    t.ok(screens.includes(page) && !pages.includes(page), `${page} is a further screen`)
    t.ok(areaNamed(name).isBuilt, name)
  }
  t.match(areaNamed('Map').text, /observations/)
  t.end()
})

t.test('README has the same list', t => {
  const [, built = '', planned = ''] = /\n### Works today\n([\s\S]*?)\n### Planned\n([\s\S]*?)\n## /.exec(read('README.md')) ?? []
  const inReadme = (some: readonly ProductArea[]) => some.map(({ name, text }) => `- **${name}**: ${text}`).join('\n')
  t.equal(built.trim(), inReadme(builtAreas))
  t.equal(planned.trim(), inReadme(plannedAreas))
  t.end()
})
