import { useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy } from 'react'
import { useParams } from 'react-router-dom'
import { MapScreen } from '../../features/map/map-screen.tsx'
import { mapPoints, observationExtent, trackLines } from '../../features/map/queries.ts'
import { useFollowedMap } from '../../features/map/use-followed-map.ts'
import { useMapAddress } from '../../features/map/use-map-address.ts'
import { project as projectQuery } from '../../features/projects/queries.ts'
import { mayEdit } from '../../features/projects/words.ts'
import { refreshSites, sitesOf } from '../../features/sites/queries.ts'
import { useFollowedSites } from '../../features/sites/use-followed-sites.ts'
import { labelOutline } from '../../features/taxonomy/queries.ts'

const SiteDialog = lazy(() => import('../../features/sites/site-dialog.tsx').then(module => ({ default: module.SiteDialog })))

/** Map of a project, with its sites and images on a chart. */
export function Component() {
  const { projectId = '' } = useParams()
  const client = useQueryClient()
  const { address, change } = useMapAddress()
  const project = useQuery(projectQuery(projectId))
  const sites = useQuery(sitesOf(projectId))
  const points = useQuery(mapPoints(projectId, address.filter))
  const tracks = useQuery(trackLines(projectId))
  const observed = useQuery(observationExtent(projectId, address.filter))
  const labels = useQuery(labelOutline(projectId))
  useFollowedSites(projectId)
  useFollowedMap(projectId)
  return (
    <MapScreen
      key={projectId}
      projectId={projectId}
      mayEdit={project.data !== undefined && mayEdit(project.data)}
      siteForm={({ site, start }, onClose) => (
        <SiteDialog projectId={projectId} site={site} start={start} surveys={sites.data?.surveys ?? []} onClose={onClose} />
      )}
      refreshSites={() => refreshSites(client, projectId)}
      address={address}
      change={change}
      sites={sites}
      points={points}
      tracks={tracks}
      observed={observed}
      labels={labels.data?.labels}
    />
  )
}
