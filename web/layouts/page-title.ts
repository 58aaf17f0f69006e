import { plainTitles, sectionTitles, tabTitles, titles } from './title-words.ts'

/** Title of the page at a path; empty for the landing page and for unknown paths. */
export function pageTitle(path: string): string {
  const steps = path.split('/').filter(Boolean)
  const known = titles[steps.slice(0, 2).join('/')]
  if (known) return known
  const [first = '', , section = 'dashboard', tab = ''] = steps
  if (first === 'projects' && steps.length > 1) return (section === 'annotate' && tabTitles[tab]) || (sectionTitles[section] ?? '')
  return titles[first] ?? (plainTitles.includes(first) ? first.charAt(0).toUpperCase() + first.slice(1) : '')
}

/** Title of the browser tab: "*page* · *project* · Isobath". */
export function documentTitle(path: string, project?: string): string {
  return [pageTitle(path), project, 'Isobath'].filter(Boolean).join(' · ')
}
