import { projectPath } from './addresses.ts'
import type { ExportFormat, ExportOptions } from './contracts/exchange.ts'

const tables = ['matrix', 'cover'] as const satisfies ExportFormat[]
/** Formats that hold what the page of results shows. */
export type TableOfResults = (typeof tables)[number]

/** Whose annotations go into a file: those that count on the page of results into its tables, else all that no review rejected. */
export const includedIn = (format: ExportFormat, { include }: ExportOptions): NonNullable<ExportOptions['include']> =>
  include ?? (format === 'matrix' || format === 'cover' ? 'people' : 'all')

const words = ['groupBy', 'include', 'rank', 'countAttribute', 'unscorable'] as const satisfies (keyof ExportOptions)[]
const numbers = ['depthBandInMeters'] as const satisfies (keyof ExportOptions)[]

/** Where a table of results is exported, with what was chosen for it. */
export function exportPath(projectId: string, format: TableOfResults, options: ExportOptions): string {
  const query = new URLSearchParams({ view: 'export', format })
  for (const name of [...words, ...numbers]) if (options[name] !== undefined) query.set(name, String(options[name]))
  return `${projectPath(projectId, 'annotate/exchange')}?${query}`
}

/** What such an address asks for; null when it asks for no table. */
export function askedExport(query: URLSearchParams): { format: TableOfResults; options: ExportOptions } | null {
  const format = tables.find(one => one === query.get('format'))
  if (!format) return null
  const given = [
    ...words.map(name => [name, query.get(name)]),
    ...numbers.map(name => [name, query.has(name) ? Math.trunc(Number(query.get(name))) || null : null])
  ]
  return { format, options: Object.fromEntries(given.filter(([, value]) => value !== null)) }
}
