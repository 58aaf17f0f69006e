import { useQuery } from '@tanstack/react-query'
import { projectPath } from '../../../shared/addresses.ts'
import type { OutsideDataset } from '../../../shared/contracts/outside-records.ts'
import { bibtexOf, citationOf } from '../../../shared/outside/citations.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button, LinkButton } from '../../ui/button.tsx'
import { copyText } from '../../ui/copy-text.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { formatNumber } from '../../ui/format.ts'
import { Loaded } from '../../ui/loaded.tsx'
import { Page, Section } from '../../ui/section.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { Timestamp } from '../../ui/timestamp.tsx'
import { showToast } from '../../ui/toast.tsx'
import styles from './outside.module.css'
import { datasetsOf } from './queries.ts'
import { texts } from './texts.ts'

const { datasets: words } = texts
type Row = OutsideDataset & { records: number; accepted: number }

/** Page of the datasets of a project's outside records, with citations for the datasets that have accepted records. */
export function DatasetsPage({ projectId }: { projectId: string }) {
  const datasets = useQuery(datasetsOf(projectId))
  return (
    <Page title={words.title} description={words.description}>
      <Loaded query={datasets} failed={words.failed} skeleton={<SkeletonRows rows={5} height="3rem" label={words.loading} />}>
        {found =>
          found.length === 0 ? (
            <EmptyState
              title={words.none}
              actions={<LinkButton to={projectPath(projectId, 'map/outside')}>{texts.inbox.toJobs}</LinkButton>}
            >
              <p>{words.noneAbout}</p>
            </EmptyState>
          ) : (
            <>
              <Citations inUse={found.filter(({ accepted }) => accepted > 0)} />
              <Section title={words.all}>
                <Table label={words.all} columns={columns} rows={found} rowKey={({ id }) => id} />
              </Section>
            </>
          )
        }
      </Loaded>
    </Page>
  )
}

function Citations({ inUse }: { inUse: readonly Row[] }) {
  const cited = inUse.map(citationOf)
  return (
    <Section
      title={words.cite}
      description={words.citeAbout}
      actions={
        inUse.length > 0 && (
          <>
            <Button size="small" onClick={() => void copy(cited.join('\n'))}>
              {words.copyText}
            </Button>
            <Button size="small" onClick={() => void copy(bibtexOf(inUse))}>
              {words.copyBibtex}
            </Button>
          </>
        )
      }
    >
      {inUse.length === 0 ? (
        <p className={styles.quiet}>{words.nothingAccepted}</p>
      ) : (
        <ul className={styles.citations}>
          {cited.map(citation => (
            <li key={citation}>{citation}</li>
          ))}
        </ul>
      )}
    </Section>
  )
}

async function copy(text: string): Promise<void> {
  if (await copyText(text)) showToast({ tone: 'ok', title: words.copied })
}

const columns: Column<Row>[] = [
  {
    id: 'title',
    header: texts.record.dataset,
    cell: ({ title, url, source }) => (
      <>
        {url ? (
          <a href={url} rel="noreferrer nofollow">
            {title ?? url}
          </a>
        ) : (
          (title ?? texts.record.notStated)
        )}
        <span className={styles.about}>{source}</span>
      </>
    )
  },
  {
    id: 'licence',
    header: texts.record.licence,
    cell: ({ licence, rights }) =>
      licence ? (
        <>
          {licence} {licence.includes('NC') && <Badge tone="warn">{words.nonCommercial}</Badge>}
        </>
      ) : (
        <>
          <Badge tone="warn">{texts.record.unknownLicence}</Badge>
          {rights && <span className={styles.about}>{rights.slice(0, 200)}</span>}
        </>
      )
  },
  { id: 'records', header: words.records, cell: ({ records }) => formatNumber(records, 0), number: true, stackedLabel: true },
  { id: 'accepted', header: texts.jobs.accepted, cell: ({ accepted }) => formatNumber(accepted, 0), number: true, stackedLabel: true },
  { id: 'accessed', header: words.accessed, cell: ({ accessedAt }) => <Timestamp time={accessedAt} /> }
]
