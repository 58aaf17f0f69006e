import { projectPath } from './addresses.ts'
import type { ExportFormat, ExportOptions } from './contracts/exchange.ts'

const tables = ['matrix', 'cover'] as const satisfies ExportFormat[]
/** Formats that hold what the page of results shows. */
export type TableOfResults = (typeof tables)[number]
export const isTableOfResults = (format: ExportFormat): boolean => tables.some(one => one === format)

/** Whose annotations go into a file: what people made or confirmed, as on the page of results, unless more is asked for. */
export const includedIn = ({ include = 'people' }: ExportOptions) => include

/** What a format must be told and was not told, or not as a number. An archive of machine proposals is published from a least confidence on. */
export function missingOptions(format: ExportFormat, options: ExportOptions): (keyof ExportOptions)[] {
  const needed: (keyof ExportOptions)[] =
    format === 'dwca'
      ? ['license', ...(includedIn(options) === 'all' ? (['leastConfidence'] as const) : [])]
      : format === 'ifdo'
        ? ['license', 'coordinateUncertaintyInMeters', 'platform', 'sensor']
        : []
  if (Number.isNaN(options.leastConfidence)) needed.push('leastConfidence')
  return needed.filter(name => options[name] === undefined || Number.isNaN(options[name]))
}

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
