import type { Area } from '../routes/area.ts'
import { mainAreas } from '../routes/main-areas.ts'
import { projectAreas } from '../routes/project-areas.ts'
import { plainTitles, titles } from './title-words.ts'

/** First two segments of a path. */
const startOf = (path: string) => path.split('/').filter(Boolean).slice(0, 2).join('/')

/** Titles by the start of a path, for areas and their pages. The label of a creation is the title of the page that it opens. */
const titlesOf = (areas: readonly Area[]): Record<string, string> =>
  Object.fromEntries(
    areas.flatMap(({ path, label, tabs = [], pages = [], creations = [] }) =>
      [
        { path, label },
        ...tabs.map(tab => ({ path: `${path}/${tab.path}`, label: tab.label })),
        ...pages.map(page => ({ path: page.path, label: page.title ?? label })),
        ...creations
      ].map(({ path, label }) => [startOf(path), label])
    )
  )

const mainTitles = { ...titles, ...titlesOf(mainAreas) }
const sectionTitles = titlesOf(projectAreas)

/** Title of the page at a path; empty for the landing page and for unknown paths. */
export function pageTitle(path: string): string {
  const start = startOf(path)
  const [first = '', project] = start.split('/')
  const known = mainTitles[start]
  if (known) return known
  if (first === 'projects' && project) {
    const [section = 'dashboard', tab = ''] = path.split('/').filter(Boolean).slice(2)
    return sectionTitles[`${section}/${tab}`] ?? sectionTitles[section] ?? ''
  }
  return mainTitles[first] ?? (plainTitles.includes(first) ? first.charAt(0).toUpperCase() + first.slice(1) : '')
}

/** Title of the browser tab: "*page* · *project* · Isobath". */
export function documentTitle(path: string, project?: string): string {
  return [pageTitle(path), project, 'Isobath'].filter(Boolean).join(' · ')
}
