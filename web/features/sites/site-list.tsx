import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { Site, Sites, Survey } from '../../../shared/contracts/sites.ts'
import { sentenceOf } from '../../api/api-error.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { FormSummary } from '../../ui/form-summary.tsx'
import { formatCount, formatDays, formatNumber, formatPosition } from '../../ui/format.ts'
import { DeleteIcon, EditIcon, PlusIcon } from '../../ui/icons.tsx'
import { Section } from '../../ui/section.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { typeWords } from './fields.ts'
import { removeSite, removeSurvey } from './queries.ts'
import styles from './sites.module.css'

export type Editing = { noun: 'survey'; survey: Survey | null } | { noun: 'site'; site: Site | null; surveyId?: string }

interface SiteListProps {
  projectId: string
  found: Sites
  canEdit: boolean
  onEdit: (editing: Editing) => void
}

/** Surveys with their sites, then the sites that belong to none. */
// Long: one list with its keys and rows.
export function SiteList({ projectId, found: { surveys, sites }, canEdit, onEdit }: SiteListProps) {
  const [removing, setRemoving] = useState<{ noun: 'survey'; survey: Survey } | { noun: 'site'; site: Site } | null>(null)
  const loose = sites.filter(({ surveyId }) => surveyId === null)
  const tableOf = (label: string, rows: Site[], none: ReactNode) =>
    rows.length === 0 ? (
      <p className={styles.quiet}>{none}</p>
    ) : (
      <Table
        label={label}
        columns={columnsOf(canEdit, onEdit, site => setRemoving({ noun: 'site', site }))}
        rows={rows}
        rowKey={({ id }) => id}
      />
    )
  return (
    <>
      {surveys.map(survey => (
        <Section
          key={survey.id}
          title={survey.name}
          description={[
            formatDays(survey.startDate, survey.endDate),
            `${formatCount(survey.siteCount, 'site')}, ${formatCount(survey.mediaCount, 'image')}`,
            survey.notes
          ]
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
                  Add site
                </Button>
                <IconButton size="small" label={`Edit ${survey.name}`} onClick={() => onEdit({ noun: 'survey', survey })}>
                  <EditIcon />
                </IconButton>
                <IconButton size="small" label={`Delete ${survey.name}`} onClick={() => setRemoving({ noun: 'survey', survey })}>
                  <DeleteIcon />
                </IconButton>
              </>
            )
          }
        >
          {tableOf(
            `Sites of ${survey.name}`,
            sites.filter(({ surveyId }) => surveyId === survey.id),
            'This survey has no sites yet.'
          )}
        </Section>
      ))}
      {loose.length > 0 && (
        <Section title={surveys.length > 0 ? 'Without a survey' : 'Sites'} description={formatCount(loose.length, 'site')}>
          {tableOf('Sites without a survey', loose, null)}
        </Section>
      )}
      {removing?.noun === 'site' && <RemoveSite projectId={projectId} site={removing.site} onClose={() => setRemoving(null)} />}
      {removing?.noun === 'survey' && <RemoveSurvey projectId={projectId} survey={removing.survey} onClose={() => setRemoving(null)} />}
    </>
  )
}

function columnsOf(canEdit: boolean, onEdit: (editing: Editing) => void, onRemove: (site: Site) => void): Column<Site>[] {
  const columns: Column<Site>[] = [
    { id: 'name', header: 'Site', cell: ({ name, notes }) => <span title={notes ?? undefined}>{name}</span> },
    { id: 'type', header: 'Type', cell: ({ type }) => typeWords[type] },
    {
      id: 'position',
      header: 'Position',
      cell: ({ decimalLatitude: latitude, decimalLongitude: longitude, generalised }) =>
        latitude === null || longitude === null ? (
          (generalised?.informationWithheld ?? '–')
        ) : (
          <span className={styles.position} title={generalised?.dataGeneralizations ?? undefined}>
            {formatPosition(latitude, longitude, 4)}
            {generalised && <span className={styles.quiet}> grid of {generalised.grid}°</span>}
          </span>
        ),
      stackedLabel: true
    },
    { id: 'depth', header: 'Depth, m', cell: depthsOf, number: true, stackedLabel: true },
    { id: 'images', header: 'Images', cell: ({ mediaCount }) => formatNumber(mediaCount), number: true, stackedLabel: true }
  ]
  if (!canEdit) return columns
  return [
    ...columns,
    {
      id: 'actions',
      header: '',
      srHeader: 'Actions',
      cell: site => (
        <span className={styles.rowActions}>
          <IconButton size="small" label={`Edit ${site.name}`} onClick={() => onEdit({ noun: 'site', site })}>
            <EditIcon />
          </IconButton>
          <IconButton size="small" label={`Delete ${site.name}`} onClick={() => onRemove(site)}>
            <DeleteIcon />
          </IconButton>
        </span>
      )
    }
  ]
}

function depthsOf({ minimumDepthInMeters: least, maximumDepthInMeters: most }: Site): string {
  if (least === null && most === null) return '–'
  if (least === null) return `to ${formatNumber(most ?? 0)}`
  if (most === null) return `from ${formatNumber(least)}`
  return least === most ? formatNumber(least) : `${formatNumber(least)}–${formatNumber(most)}`
}

function RemoveSite({ projectId, site, onClose }: { projectId: string; site: Site; onClose: () => void }) {
  const { mutateAsync, error } = useMutation(removeSite(projectId))
  return (
    <ConfirmDialog
      title={`Delete ${site.name}?`}
      confirm="Delete site"
      tone="danger"
      isOpen
      onClose={onClose}
      onConfirm={() => mutateAsync(site.id)}
    >
      <FormSummary title={error ? sentenceOf(error, 'The site was not deleted') : null} />
      <p>
        {site.mediaCount > 0
          ? `${formatCount(site.mediaCount, 'image')} then ${site.mediaCount === 1 ? 'belongs' : 'belong'} to no site. Images and annotations stay.`
          : 'No image belongs to it.'}
      </p>
    </ConfirmDialog>
  )
}

function RemoveSurvey({ projectId, survey, onClose }: { projectId: string; survey: Survey; onClose: () => void }) {
  const { mutateAsync, error } = useMutation(removeSurvey(projectId))
  return (
    <ConfirmDialog
      title={`Delete ${survey.name}?`}
      confirm="Delete survey"
      tone="danger"
      isOpen
      onClose={onClose}
      ready={survey.siteCount === 0}
      onConfirm={() => mutateAsync(survey.id)}
    >
      <FormSummary title={error ? sentenceOf(error, 'The survey was not deleted') : null} />
      <p>
        {survey.siteCount > 0
          ? `It has ${formatCount(survey.siteCount, 'site')}: give them another survey first, or delete them.`
          : 'It has no sites. Nothing else is lost.'}
      </p>
    </ConfirmDialog>
  )
}
