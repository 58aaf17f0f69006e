import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router-dom'
import { MapScreen } from '../../features/map/map-screen.tsx'
import { mapPoints } from '../../features/map/queries.ts'
import { useFollowedMap } from '../../features/map/use-followed-map.ts'
import { useMapAddress } from '../../features/map/use-map-address.ts'
import { sitesOf } from '../../features/sites/queries.ts'
import { useFollowedSites } from '../../features/sites/use-followed-sites.ts'
import { labelOutline } from '../../features/taxonomy/queries.ts'

/** Map of a project, with its sites and images on a chart. */
export function Component() {
  const { projectId = '' } = useParams()
  const { address, change } = useMapAddress()
  const sites = useQuery(sitesOf(projectId))
  const points = useQuery(mapPoints(projectId, address.filter))
  const labels = useQuery(labelOutline(projectId))
  useFollowedSites(projectId)
  useFollowedMap(projectId)
  return (
    <MapScreen
      key={projectId}
      projectId={projectId}
      address={address}
      change={change}
      sites={sites}
      points={points}
      labels={labels.data?.labels}
    />
  )
}
