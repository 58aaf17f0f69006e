import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { useLocation, useSearchParams } from 'react-router-dom'
import type { Site, Sites, Survey } from '../../../shared/contracts/sites.ts'
import { sentenceOf } from '../../api/api-error.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { FormSummary } from '../../ui/form-summary.tsx'
import { formatDays, formatNumber, formatPosition } from '../../ui/format.ts'
import { DeleteIcon, EditIcon, PlusIcon } from '../../ui/icons.tsx'
import { Section } from '../../ui/section.tsx'
import { type TrackColumn, VirtualTable } from '../../ui/virtual-table.tsx'
import type { SiteVersion } from './document/edits.ts'
import type { SiteStore } from './document/use-site-store.ts'
import { NameSearch } from './name-search.tsx'
import { removeSurvey } from './queries.ts'
import { RemoveSite } from './remove-site.tsx'
import styles from './sites.module.css'
import { texts } from './texts.tsx'
import { useNameSearch } from './use-name-search.ts'

const { list: words, removeSurvey: surveyWords } = texts

export type Editing = { noun: 'survey'; survey: Survey | null } | { noun: 'site'; site: Site | null; surveyId?: string }

interface SiteListProps {
  projectId: string
  sites: Sites
  /** Store that edits the sites; null for people who may not. */
  store: SiteStore | null
  onEdit: (editing: Editing) => void
}

/** List of surveys with their sites, followed by the sites without a survey. */
// Long: one list with its key handlers and rows.
export function SiteList({ projectId, sites: { surveys, sites }, store, onEdit }: SiteListProps) {
  const canEdit = store !== null
  const [removing, setRemoving] = useState<{ noun: 'survey'; survey: Survey } | { noun: 'site'; site: Site } | null>(null)
  const search = useNameSearch(sites)
  const sought = useSoughtSite(search.setText)
  const found = search.found
  const loose = found.filter(({ surveyId }) => surveyId === null)
  const isShown = ({ id }: Survey) => !search.isActive || found.some(({ surveyId }) => surveyId === id)
  const tableOf = (label: string, rows: Site[], none: ReactNode) =>
    rows.length === 0 ? (
      <p className={styles.quiet}>{none}</p>
    ) : (
      <VirtualTable
        label={label}
        columns={columnsOf(canEdit, onEdit, site => setRemoving({ noun: 'site', site }))}
        rows={rows}
        rowKey={({ id }) => id}
        sought={sought}
      />
    )
  return (
    <>
      <NameSearch search={search} count={sites.length} />
      {surveys.filter(isShown).map(survey => (
        <Section
          key={survey.id}
          title={survey.name}
          description={[formatDays(survey.startDate, survey.endDate), words.counts(survey.siteCount, survey.mediaCount), survey.notes]
            .filter(Boolean)
            .join(' · ')}
          actions={
            canEdit && (
              <>
                <Button
                  size="small"
                  icon={<PlusIcon aria-hidden />}
                  onClick={() => onEdit({ noun: 'site', site: null, surveyId: survey.id })}
                >
                  {texts.page.addSite}
                </Button>
                <IconButton size="small" label={words.edit(survey.name)} onClick={() => onEdit({ noun: 'survey', survey })}>
                  <EditIcon />
                </IconButton>
                <IconButton size="small" label={words.delete(survey.name)} onClick={() => setRemoving({ noun: 'survey', survey })}>
                  <DeleteIcon />
                </IconButton>
              </>
            )
          }
        >
          {tableOf(
            words.tableOf(survey.name),
            found.filter(({ surveyId }) => surveyId === survey.id),
            words.noSites
          )}
        </Section>
      ))}
      {loose.length > 0 && (
        <Section title={surveys.length > 0 ? words.withoutSurvey : words.sites} description={words.siteCount(loose.length)}>
          {tableOf(words.sitesWithoutSurvey, loose, null)}
        </Section>
      )}
      {store && removing?.noun === 'site' && <RemoveSite store={store} site={removing.site} onClose={() => setRemoving(null)} />}
      {removing?.noun === 'survey' && <RemoveSurvey projectId={projectId} survey={removing.survey} onClose={() => setRemoving(null)} />}
    </>
  )
}

const isUnsent = (site: Site) => (site as SiteVersion).isUnsent === true

/** Returns the notes on a site, and how its position is generalised. A focused row shows both. */
const aboutSite = ({ notes, generalised }: Site) => [notes, generalised?.dataGeneralizations].filter(Boolean).join('\n') || undefined

/**
 * Row of the site in the URL, as in `…/sites?site=42`. The row is set after the tables are rendered, because only a later change moves the focus.
 * A search that may hide the row is cleared.
 */
function useSoughtSite(setSearch: (text: string) => void): { key: string } | null {
  const [params] = useSearchParams()
  const { key } = useLocation()
  const [sought, setSought] = useState<{ key: string } | null>(null)
  const id = params.get('site')
  useEffect(() => {
    setSought(id ? { key: id } : null)
    if (id) setSearch('')
  }, [id, key, setSearch]) // each navigation to a site focuses its row again
  return sought
}

// Long: the columns of one table.
function columnsOf(canEdit: boolean, onEdit: (editing: Editing) => void, onRemove: (site: Site) => void): TrackColumn<Site>[] {
  const columns: TrackColumn<Site>[] = [
    {
      id: 'name',
      width: 'minmax(0, 3fr)',
      header: words.name,
      cell: site => (
        <>
          <span data-tip={aboutSite(site)}>{site.name}</span>
          {isUnsent(site) && ' '}
          {isUnsent(site) && (
            <span className={styles.unsent} data-tip={texts.unsent.about}>
              {texts.unsent.mark}
            </span>
          )}
        </>
      )
    },
    { id: 'type', width: 'minmax(0, 1fr)', header: words.type, cell: ({ type }) => texts.types[type] },
    {
      id: 'position',
      width: 'minmax(0, 3fr)',
      header: words.position,
      cell: ({ decimalLatitude: latitude, decimalLongitude: longitude, generalised }) =>
        latitude === null || longitude === null ? (
          (generalised?.informationWithheld ?? '–')
        ) : (
          <span className={styles.position} data-tip={generalised?.dataGeneralizations ?? undefined}>
            {formatPosition(latitude, longitude, 4)}
            {generalised && <span className={styles.quiet}> {words.grid(generalised.grid)}</span>}
          </span>
        ),
      stackedLabel: true
    },
    { id: 'depth', width: 'minmax(0, 1.25fr)', header: words.depth, cell: depthsOf, number: true, stackedLabel: true },
    {
      id: 'images',
      width: 'minmax(0, 1fr)',
      header: words.images,
      cell: ({ mediaCount }) => formatNumber(mediaCount),
      number: true,
      stackedLabel: true
    }
  ]
  if (!canEdit) return columns
  return [
    ...columns,
    {
      id: 'actions',
      width: '5rem',
      header: '',
      srHeader: words.actions,
      cell: site => (
        <span className={styles.rowActions}>
          <IconButton size="small" tabIndex={-1} label={words.edit(site.name)} onClick={() => onEdit({ noun: 'site', site })}>
            <EditIcon />
          </IconButton>
          <IconButton size="small" tabIndex={-1} label={words.delete(site.name)} onClick={() => onRemove(site)}>
            <DeleteIcon />
          </IconButton>
        </span>
      )
    }
  ]
}

function depthsOf({ minimumDepthInMeters: least, maximumDepthInMeters: most }: Site): string {
  if (least === null && most === null) return '–'
  if (least === null) return words.depthTo(formatNumber(most ?? 0))
  if (most === null) return words.depthFrom(formatNumber(least))
  return least === most ? formatNumber(least) : `${formatNumber(least)}–${formatNumber(most)}`
}

function RemoveSurvey({ projectId, survey, onClose }: { projectId: string; survey: Survey; onClose: () => void }) {
  const { mutateAsync, error } = useMutation(removeSurvey(projectId))
  return (
    <ConfirmDialog
      title={surveyWords.title(survey.name)}
      confirm={surveyWords.confirm}
      tone="danger"
      isOpen
      onClose={onClose}
      ready={survey.siteCount === 0}
      onConfirm={() => mutateAsync(survey.id)}
    >
      <FormSummary title={error ? sentenceOf(error, surveyWords.failed) : null} />
      <p>{survey.siteCount > 0 ? surveyWords.hasSites(survey.siteCount) : surveyWords.noSites}</p>
    </ConfirmDialog>
  )
}
