import type { ResultsQuery } from '../../../shared/contracts/results.ts'
import { exportPath, type TableOfResults } from '../../../shared/export-options.ts'
import { LinkButton } from '../../ui/button.tsx'
import { texts } from './texts.tsx'

interface ExportLinkProps {
  projectId: string
  format: TableOfResults
  query: ResultsQuery
  unscorable?: string
}

/** Link to the export of a table with the options of this view, so that the numbers match. */
export function ExportLink({ projectId, format, query, unscorable }: ExportLinkProps) {
  const { includeUnreviewed, confirmedOnly, countAttribute = '', ...grouping } = query
  const include = includeUnreviewed ? 'all' : confirmedOnly ? 'confirmed' : 'people'
  const own = format === 'matrix' ? { countAttribute } : unscorable ? { unscorable } : {}
  return (
    <LinkButton size="small" to={exportPath(projectId, format, { ...grouping, include, ...own })}>
      {texts.table.export}
    </LinkButton>
  )
}
