import { navigationApi } from '../../../shared/contracts/navigation.ts'
import type { NounLines } from '../noun-lines.ts'

export const lines: NounLines = {
  queries: { 'POST /projects/:projectId/navigation': '?name=hers&source=gps' },
  async make({ app, storage, owner, projectId }) {
    const now = new Date().toISOString()
    const brought = {
      url: `/api/projects/${projectId}/navigation?name=hers&source=gps`,
      headers: { authorization: `Bearer ${owner.tokens.access_token}` }
    }
    const trackId = (await app.inject({ method: 'POST', ...brought, payload: Buffer.from('a file') })).json().id
    await storage.db.updateTable('nav_track').set({ state: 'ready', first_at: now, last_at: now }).where('id', '=', trackId).execute()
    const placed = await owner.post(`/navigation/${trackId}/placements`, { ...navigationApi.place.example, seenAt: now })
    return { trackId, placementId: placed.json().id }
  },
  unmade: {
    'seen by everyone, as a project, its members, images, sites, tracks, publication and catalog are': [
      'POST /projects/:projectId/navigation',
      'PATCH /navigation/:trackId',
      'DELETE /navigation/:trackId',
      'POST /navigation/:trackId/restore',
      'POST /navigation/:trackId/placements',
      'POST /placements/:placementId/undo'
    ],
    'changes nothing that is kept, or is a step of what the scene does': ['POST /navigation/:trackId/placements/preview']
  }
}
