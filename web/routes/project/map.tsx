import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useParams } from 'react-router-dom'
import { MapScreen } from '../../features/map/map-screen.tsx'
import { mapPoints, observationExtent, trackLines } from '../../features/map/queries.ts'
import { useFollowedMap } from '../../features/map/use-followed-map.ts'
import { useMapAddress } from '../../features/map/use-map-address.ts'
import { project as projectQuery } from '../../features/projects/queries.ts'
import { mayEdit } from '../../features/projects/words.ts'
import type { SiteVersion } from '../../features/sites/document/edits.ts'
import { useSiteStore } from '../../features/sites/document/use-site-store.ts'
import { sitesOf } from '../../features/sites/queries.ts'
import { useFollowedSites } from '../../features/sites/use-followed-sites.ts'
import { labelOutline } from '../../features/taxonomy/queries.ts'
import { lazyPart } from '../../ui/lazy-part.ts'
import { whenIdle } from '../../ui/when-idle.ts'

const siteDialog = () => import('../../features/sites/site-dialog.tsx')
const SiteDialog = lazyPart(() => siteDialog().then(module => ({ default: module.SiteDialog })))

const removeSite = () => import('../../features/sites/remove-site.tsx')
const RemoveSite = lazyPart(() => removeSite().then(module => ({ default: module.RemoveSite })))

const UnsavedSites = lazyPart(() =>
  import('../../features/sites/refused/unsaved-sites.tsx').then(module => ({ default: module.UnsavedSites }))
)

/** Map of a project, with its sites and images on a chart. */
export function Component() {
  const { projectId = '' } = useParams()
  const { address, change } = useMapAddress()
  const project = useQuery(projectQuery(projectId))
  const loaded = useQuery(sitesOf(projectId))
  const { sites: found, store } = useSiteStore(projectId, loaded.data)
  const surveys = found?.surveys ?? []
  const points = useQuery(mapPoints(projectId, address.filter))
  const tracks = useQuery(trackLines(projectId))
  const observed = useQuery(observationExtent(projectId, address.filter))
  const labels = useQuery(labelOutline(projectId))
  useFollowedSites(projectId)
  useEffect(
    () =>
      void whenIdle(2_000)
        .then(() => Promise.all([siteDialog(), removeSite()]))
        .catch(() => {}),
    []
  ) // the form and the dialog also open without a network
  useFollowedMap(projectId)
  return (
    <MapScreen
      key={projectId}
      projectId={projectId}
      siteEdits={store && project.data !== undefined && mayEdit(project.data) ? store : null}
      siteForm={({ site, start }, onClose) =>
        store && <SiteDialog store={store} site={site} start={start} surveys={surveys} onClose={onClose} />
      }
      siteRemoval={(site, onClose) => store && <RemoveSite store={store} site={site} onClose={onClose} />}
      isUnsent={site => (site as SiteVersion).isUnsent === true}
      notice={store && <UnsavedSites projectId={projectId} store={store} surveys={surveys} />}
      address={address}
      change={change}
      sites={{ ...loaded, data: found }}
      points={points}
      tracks={tracks}
      observed={observed}
      labels={labels.data?.labels}
    />
  )
}
