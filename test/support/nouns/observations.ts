import type { NounLines } from '../noun-lines.ts'

export const lines: NounLines = {
  async make({ owner, projectId }) {
    const draft = {
      verbatimIdentification: 'Gadus morhua',
      individualCount: 2,
      eventDate: '2026-06-04',
      decimalLatitude: 60,
      decimalLongitude: 4
    }
    const observationId = (await owner.post(`/projects/${projectId}/observations`, draft)).json().id
    return { observationId }
  },
  isInBlindWorlds: true,
  reads: {
    'GET /projects/:projectId/observations': ['', '?limit=1', '?origin=own', '?q=gadus'],
    'GET /projects/:projectId/observations/export': ['', '?origin=own']
  },
  unmade: {
    'seen by everyone, as a project, its members, images, sites, tracks, publication and catalog are': [
      'POST /projects/:projectId/observations',
      'PATCH /observations/:observationId',
      'DELETE /observations/:observationId',
      'POST /observations/:observationId/restore'
    ]
  }
}
