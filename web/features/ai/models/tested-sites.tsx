import type { GroupUnit, TestedSite } from '../../../../shared/contracts/ai-models.ts'
import { formatNumber } from '../../../ui/format.ts'
import { Section } from '../../../ui/section.tsx'
import { type Column, Table } from '../../../ui/table.tsx'
import { texts } from '../texts.ts'
import { testedShare } from './tested-share.tsx'

const { testedSites: words } = texts

/** Table of test results by site. */
export const TestedSites = ({ sites, unit }: { sites: TestedSite[]; unit: GroupUnit }) => (
  <Section title={words.title} description={words.about(unit)}>
    <Table label={words.title} columns={columns} rows={sites} rowKey={({ kind, siteId }) => siteId ?? kind} />
  </Section>
)

const columns: Column<TestedSite>[] = [
  { id: 'site', header: words.site, cell: ({ kind, name }) => (kind === 'site' ? name : words[kind]) },
  { id: 'count', header: words.tested, cell: ({ count }) => formatNumber(count, 0), number: true, stackedLabel: true },
  { id: 'hits', header: words.right, cell: ({ hits }) => formatNumber(hits, 0), number: true, stackedLabel: true },
  { id: 'share', header: words.share, cell: testedShare, number: true, stackedLabel: true }
]
