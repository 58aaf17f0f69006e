import { type MapArea, mapApi } from '../../../shared/contracts/map.ts'
import type { NounLines } from '../noun-lines.ts'

const everywhere = '?longitude=0&latitude=0&radiusInMeters=20100000'

export const lines: NounLines = {
  async make({ owner, projectId }) {
    const { id } = (await owner.post(`/projects/${projectId}/map/areas`, mapApi.createArea.example as object)).json<MapArea>()
    return { areaId: id }
  },
  unread: { 'GET /projects/:projectId/map/areas/:areaId': 'a line that a member drew' },
  unmade: { 'a line that a member drew': ['POST /projects/:projectId/map/areas'] },
  queries: { 'GET /projects/:projectId/map/rows': everywhere },
  reads: {
    'GET /projects/:projectId/map/points': ['', '?filter=label.isNot.'],
    'GET /projects/:projectId/map/rows': [everywhere, `${everywhere}&filter=label.isNot.`],
    'GET /projects/:projectId/map/cells': [
      '',
      '?filter=label.isNot.&includeUnreviewed=true',
      '?kind=image&filter=label.isNot.',
      '?kind=observation'
    ],
    'GET /projects/:projectId/map/marks': [
      '',
      '?filter=label.isNot.&includeUnreviewed=true',
      '?kind=image&filter=label.isNot.',
      '?kind=observation'
    ],
    'GET /projects/:projectId/map/observations': ['', '?filter=label.isNot.'],
    'GET /projects/:projectId/map/features': ['', '?filter=label.isNot.&includeUnreviewed=true', '?kind=image&filter=label.isNot.'],
    'GET /projects/:projectId/map/histograms': ['', '?filter=label.isNot.&includeUnreviewed=true', '?kind=image&filter=label.isNot.']
  }
}
