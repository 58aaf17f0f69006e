import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useParams } from 'react-router-dom'
import type { Sites } from '../../../shared/contracts/sites.ts'
import { LazyGround } from '../../charts/lazy-ground.tsx'
import { project as projectQuery } from '../../features/projects/queries.ts'
import { mayEdit } from '../../features/projects/words.ts'
import { type SiteStore, useSiteStore } from '../../features/sites/document/use-site-store.ts'
import { sitesOf } from '../../features/sites/queries.ts'
import { type Editing, SiteList } from '../../features/sites/site-list.tsx'
import styles from '../../features/sites/sites.module.css'
import { texts } from '../../features/sites/texts.tsx'
import { useFollowedSites } from '../../features/sites/use-followed-sites.ts'
import { useSiteKeys } from '../../features/sites/use-site-keys.ts'
import { type Way, ways } from '../../features/sites/ways.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PlusIcon } from '../../ui/icons.tsx'
import { lazyPart } from '../../ui/lazy-part.ts'
import { Loaded } from '../../ui/loaded.tsx'
import { Page } from '../../ui/section.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { useNewestParams } from '../../ui/use-newest-params.ts'
import { whenIdle } from '../../ui/when-idle.ts'

const { page: words, empty } = texts

const AssignDialog = lazy(() => import('../../features/sites/assign-dialog.tsx').then(module => ({ default: module.AssignDialog })))
const ImportDialog = lazy(() => import('../../features/sites/import/import-dialog.tsx').then(module => ({ default: module.ImportDialog })))
const siteDialog = () => import('../../features/sites/site-dialog.tsx')
const SiteDialog = lazyPart(() => siteDialog().then(module => ({ default: module.SiteDialog })))
const UnsavedSites = lazyPart(() =>
  import('../../features/sites/refused/unsaved-sites.tsx').then(module => ({ default: module.UnsavedSites }))
)
const SurveyDialog = lazy(() => import('../../features/sites/survey-dialog.tsx').then(module => ({ default: module.SurveyDialog })))

/** Surveys and sites of a project with their images. */
// Long: one region of the page, top to bottom.
export function Component() {
  const { projectId = '' } = useParams()
  const project = useQuery(projectQuery(projectId))
  const loaded = useQuery(sitesOf(projectId))
  const { sites: found, store } = useSiteStore(projectId, loaded.data)
  const sites = { ...loaded, data: found }
  const [editing, setEditing] = useState<Editing | null>(null)
  const { way, setWay, isImporting, setImporting } = useDialogAddress()
  useFollowedSites(projectId)
  useEffect(
    () =>
      void whenIdle(2_000)
        .then(siteDialog)
        .catch(() => {}),
    []
  ) // the form also opens without a network
  const canEdit = store !== null && project.data !== undefined && mayEdit(project.data)
  useSiteKeys(canEdit ? store : null)
  const hasAny = found !== undefined && found.sites.length + found.surveys.length > 0
  return (
    <Page
      title={words.title}
      description={words.description}
      actions={
        canEdit &&
        hasAny && (
          <>
            <Button onClick={() => setWay('name')}>{words.assignImages}</Button>
            <Button onClick={() => setImporting(true)}>{words.importSites}</Button>
            <Button onClick={() => setEditing({ noun: 'survey', survey: null })}>{words.addSurvey}</Button>
            <Button variant="primary" icon={<PlusIcon aria-hidden />} onClick={() => setEditing({ noun: 'site', site: null })}>
              {words.addSite}
            </Button>
          </>
        )
      }
    >
      <Loaded query={sites} failed={words.failed} skeleton={<SkeletonRows rows={8} height="2.25rem" label={words.loading} />}>
        {list =>
          hasAny ? (
            <>
              <Assigned found={list} />
              <Unsaved projectId={projectId} store={store} found={list} />
              <SiteList projectId={projectId} sites={list} store={canEdit ? store : null} onEdit={setEditing} />
            </>
          ) : (
            <>
              <Unsaved projectId={projectId} store={store} found={list} />
              <NoSites
                canEdit={canEdit}
                isReadOnly={project.data !== undefined && !mayEdit(project.data)}
                found={list}
                onEdit={setEditing}
                onAssign={() => setWay('name')}
                onImport={() => setImporting(true)}
              />
            </>
          )
        }
      </Loaded>
      <Suspense fallback={null}>
        {found && store && editing?.noun === 'site' && (
          <SiteDialog
            store={store}
            site={editing.site}
            surveyId={editing.surveyId}
            surveys={found.surveys}
            onClose={() => setEditing(null)}
          />
        )}
        {editing?.noun === 'survey' && <SurveyDialog projectId={projectId} survey={editing.survey} onClose={() => setEditing(null)} />}
        {found && canEdit && way && (
          <AssignDialog projectId={projectId} found={found} way={way} onWay={setWay} onClose={() => setWay(null)} />
        )}
        {found && canEdit && isImporting && (
          <ImportDialog projectId={projectId} surveys={found.surveys} onClose={() => setImporting(false)} />
        )}
      </Suspense>
    </Page>
  )
}

function Assigned({ found: { sites, surveys, unassignedCount } }: { found: Sites }) {
  const assigned = sites.reduce((sum, { mediaCount }) => sum + mediaCount, 0)
  return (
    <p className={styles.quiet}>
      {words.counts(sites.length, surveys.length, assigned)} {unassignedCount > 0 && words.unassigned(unassignedCount)}
    </p>
  )
}

interface UnsavedProps {
  projectId: string
  store: SiteStore | null
  found: Sites
}

/** Edits that the server refused, including edits to sites that it does not have. */
const Unsaved = ({ projectId, store, found: { surveys } }: UnsavedProps) =>
  store && (
    <Suspense fallback={null}>
      <div>
        <UnsavedSites projectId={projectId} store={store} surveys={surveys} />
      </div>
    </Suspense>
  )

interface NoSitesProps {
  canEdit: boolean
  isReadOnly: boolean
  found: Sites
  onEdit: (editing: Editing) => void
  onAssign: () => void
  onImport: () => void
}

function NoSites({ canEdit, isReadOnly, found: { unassignedCount }, onEdit, onAssign, onImport }: NoSitesProps) {
  return (
    <EmptyState
      title={empty.title}
      ground={<LazyGround seed="sites" />}
      actions={
        canEdit && (
          <>
            <Button variant="primary" icon={<PlusIcon aria-hidden />} onClick={() => onEdit({ noun: 'site', site: null })}>
              {words.addSite}
            </Button>
            <Button onClick={onImport}>{words.importSites}</Button>
            {unassignedCount > 0 && <Button onClick={onAssign}>{empty.assign}</Button>}
            <Button onClick={() => onEdit({ noun: 'survey', survey: null })}>{words.addSurvey}</Button>
          </>
        )
      }
    >
      <p>{empty.about}</p>
      {isReadOnly && <p>{empty.readOnly}</p>}
    </EmptyState>
  )
}

/** Keeps the open dialog of assignment or import in the URL. */
function useDialogAddress() {
  const [params, write] = useNewestParams()
  const set = (name: 'assign' | 'import', value: string | null) =>
    write(
      next => {
        if (value === null) next.delete(name)
        else next.set(name, value)
        next.delete('site') // the dialog has the focus
      },
      { replace: params.has(name) }
    )
  return {
    way: ways.find(one => one === params.get('assign')) ?? null,
    setWay: (way: Way | null) => set('assign', way),
    isImporting: params.has('import'),
    setImporting: (isOpen: boolean) => set('import', isOpen ? '' : null)
  }
}
