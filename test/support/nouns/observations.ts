import type { NounLines } from '../noun-lines.ts'

export const lines: NounLines = {
  async make({ app, owner, projectId }) {
    const draft = {
      verbatimIdentification: 'Gadus morhua',
      individualCount: 2,
      eventDate: '2026-06-04',
      decimalLatitude: 60,
      decimalLongitude: 4
    }
    const observationId = (await owner.post(`/projects/${projectId}/observations`, draft)).json().id
    const answer = await app.inject({
      method: 'POST',
      url: `/api/projects/${projectId}/observations/import?fileName=list.csv`,
      headers: { authorization: `Bearer ${owner.tokens.access_token}`, 'content-type': 'text/csv' },
      payload: 'scientificName,individualCount\nGadus morhua,2\n'
    })
    return { observationId, observationImportId: answer.json().importId }
  },
  isInBlindWorlds: true,
  reads: {
    'GET /projects/:projectId/observations': ['', '?limit=1', '?origin=own', '?q=gadus'],
    'GET /projects/:projectId/observations/export': ['', '?origin=own'],
    'GET /projects/:projectId/observation-imports': ['']
  },
  unmade: {
    'seen by everyone, as a project, its members, images, sites, tracks, publication and catalog are': [
      'POST /projects/:projectId/observations',
      'PATCH /observations/:observationId',
      'DELETE /observations/:observationId',
      'POST /observations/:observationId/restore',
      'POST /projects/:projectId/observations/import',
      'POST /observation-imports/:observationImportId/undo'
    ]
  }
}
