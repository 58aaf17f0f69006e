import { newId } from '../../../server/lib/ids.ts'
import type { Method } from '../../../shared/contracts/contract.ts'
import type { Person } from '../backend.ts'
import type { BlindScene } from './scene.ts'

export interface Step {
  by: Person
  method: Method
  url: string
  body?: object
  /** The answer must be 4xx. */
  refused?: true
}

type Edit = [kind: 'create' | 'revise' | 'remove' | 'restore', annotationId: string, more: object]

/** Changes by others on the images of the session, in every possible way. None of them may reach bo. */
export function workOfOthers(scene: BlindScene, { changesEarlier }: { changesEarlier: boolean }): Step[] {
  const { ana, cy, di, projectId, mediaIds, labelIds, ofAna, ofCy, points, importId, box } = scene
  const [first = '', second = ''] = mediaIds
  const [sponge = '', coral = '', sand = '', mud = '', rubble = ''] = labelIds
  const api = `/projects/${projectId}`
  const edits = (by: Person, ...list: Edit[]): Step => ({
    by,
    method: 'POST',
    url: `${api}/annotations/operations`,
    body: { operations: list.map(([kind, annotationId, more]) => ({ id: newId(), kind, annotationId, ...more })) }
  })
  const step = (by: Person, method: Method, url: string, body?: object): Step => ({ by, method, url, ...(body && { body }) })
  const refused = (...parts: Parameters<typeof step>): Step => ({ ...step(...parts), refused: true })
  const { seen, gone, whole, ofDi } = hiddenIds
  const made = (mediaId: string, x: number | null, labelId: string | null) => ({ mediaId, shape: x === null ? null : box(x), labelId })

  const earlier = [
    edits(cy, ['revise', ofCy, { revision: 1, labelId: coral }]),
    edits(ana, ['revise', ofAna, { revision: 1, shape: box(11) }]),
    step(ana, 'POST', `${api}/annotations/bulk`, { annotations: [{ id: ofAna, revision: 2 }], change: { reviewState: 'disputed' } }),
    edits(ana, ['revise', points[0] ?? '', { revision: 1, labelId: sand }]),
    edits(ana, ['remove', ofAna, { revision: 3 }])
  ]
  return [
    step(cy, 'POST', `/media/${first}/presence`, { here: true }),
    edits(
      cy,
      ['create', seen, made(first, 60, mud)],
      ['create', gone, made(first, 70, coral)],
      ['create', whole, made(second, null, coral)]
    ),
    edits(cy, ['revise', seen, { revision: 1, attributes: { individualCount: 3 }, confidence: 0.5 }]),
    edits(di, ['create', ofDi, made(second, 50, rubble)]),
    edits(cy, ['remove', gone, { revision: 1 }]),
    edits(cy, ['restore', gone, { revision: 2 }], ['remove', whole, { revision: 1 }]),
    step(di, 'POST', `/annotations/${ofDi}/comments`, { text: 'Is this one @bo?' }),
    step(ana, 'POST', `/annotations/${ofAna}/comments`, { text: 'Since the beginning' }),
    step(cy, 'PUT', `/media/${first}/work-state`, { state: 'done' }),
    step(di, 'PUT', `/media/${first}/work-state`, { state: 'reviewed' }),
    step(cy, 'PUT', `/labels/${mud}/references/${seen}`),
    step(ana, 'PUT', `/labels/${sponge}/references/${seen}`),
    step(ana, 'DELETE', `/labels/${sponge}/references/${seen}`),
    step(ana, 'PUT', `/labels/${coral}/references/${ofAna}`),
    step(ana, 'POST', `${api}/annotations/bulk`, { annotations: [{ id: seen, revision: 2 }], change: { reviewState: 'confirmed' } }),
    step(ana, 'POST', `${api}/annotations/bulk`, { filter: `label.is.${mud}`, change: { comment: 'All of these' } }),
    step(ana, 'POST', `${api}/annotations/bulk`, { filter: `label.is.${mud}`, change: { labelId: coral } }),
    refused(cy, 'POST', `${api}/exports`, { format: 'csv' }),
    refused(cy, 'POST', `/labels/${mud}/merge`, { revision: 1, into: sand }),
    refused(ana, 'POST', `/imports/${importId}/apply`, { revision: 99 }),
    step(ana, 'POST', `/imports/${importId}/check`, {}),
    step(ana, 'POST', `/imports/${importId}/apply`, { revision: 5 }),
    step(cy, 'PUT', `/labels/${mud}/favourite`, { favourite: true }),
    step(cy, 'PUT', `/labels/${mud}/own-key`, { key: 4 }),
    step(cy, 'POST', `/media/${second}/samples/own-points`),
    refused(ana, 'PUT', `/media/${first}/scale`, { revision: 99, basis: { method: 'given', millimetersPerPixel: 2 } }),
    ...(changesEarlier ? earlier : []),
    step(ana, 'POST', `/imports/${importId}/undo`, { revision: 7 }),
    step(cy, 'POST', `/media/${first}/presence`, { here: false })
  ]
}

/** Ids of annotations by others. bo tries them too. */
export const hiddenIds = { seen: newId(), gone: newId(), whole: newId(), ofDi: newId() }

/** Public changes by others. They happen in both worlds, while the hidden work goes on in only one. */
export function openWork(scene: BlindScene): Step[] {
  const { ana, di, projectId, mediaIds, labelIds, siteId, onOutside } = scene
  const [first = '', , outside = ''] = mediaIds
  const [, , sand = '', mud = ''] = labelIds
  const api = `/projects/${projectId}`
  const edit = (by: Person, operation: object): Step => ({
    by,
    method: 'POST',
    url: `${api}/annotations/operations`,
    body: { operations: [{ id: newId(), ...operation }] }
  })
  return [
    { by: ana, method: 'PUT', url: api, body: { revision: 1, title: 'Reef survey, renamed', habitat: 'reef' } },
    { by: ana, method: 'POST', url: `${api}/labels`, body: { name: 'Gravel' } },
    { by: ana, method: 'PATCH', url: `/labels/${sand}`, body: { revision: 1, colour: '#1f77b4' } },
    { by: di, method: 'POST', url: `${api}/sites/assign`, body: { mediaIds: [first], siteId } },
    { by: di, method: 'PATCH', url: `/media/${outside}`, body: { revision: 2, depthInMeters: 20 } },
    { by: di, method: 'POST', url: `${api}/filters`, body: { name: 'Of di', filter: `label.is.${mud}` } },
    { by: di, method: 'POST', url: `${api}/attribute-fields`, body: { name: 'sex', type: 'text' } },
    { by: di, method: 'POST', url: `${api}/catalog-versions`, body: { name: 'Second' } },
    { by: ana, method: 'POST', url: `${api}/samples`, body: { mediaIds: [first], plan: { method: 'random', count: 2, seed: 'b' } } },
    edit(di, { kind: 'revise', annotationId: onOutside, revision: 1, attributes: { individualCount: 2 } }),
    { by: di, method: 'PUT', url: `/media/${outside}/work-state`, body: { state: 'done' } },
    { by: ana, method: 'POST', url: `${api}/exports`, body: { format: 'csv' } },
    { by: ana, method: 'POST', url: `/labels/${mud}/merge`, body: { revision: 1, into: sand } }
  ]
}

/** Changes and attempts by bo in both worlds. Their answers are compared as well. */
export function ownWork(scene: BlindScene): Step[] {
  const { bo, projectId, mediaIds, labelIds, sessionId, ofAna, ofBo, sampleId, bulkId } = scene
  const [first = '', second = ''] = mediaIds
  const [sponge = '', coral = '', sand = '', mud = ''] = labelIds
  const api = `/projects/${projectId}`
  const [mine, tried] = [newId(), newId()]
  const edit = (...operations: object[]): Step => ({
    by: bo,
    method: 'POST',
    url: `${api}/annotations/operations`,
    body: { operations: operations.map(operation => ({ id: newId(), ...operation })) }
  })
  const post = (url: string, body?: object): Step => ({ by: bo, method: 'POST', url, ...(body && { body }) })
  return [
    edit({ kind: 'create', annotationId: mine, mediaId: first, shape: scene.box(90), labelId: coral }),
    edit({ kind: 'revise', annotationId: mine, revision: 1, labelId: sponge, attributes: { individualCount: 1 } }),
    edit(
      { kind: 'create', annotationId: tried, mediaId: second, shape: null, labelId: sand },
      { kind: 'remove', annotationId: tried, revision: 1 }
    ),
    edit({ kind: 'revise', annotationId: ofAna, revision: 1, labelId: coral }, { kind: 'remove', annotationId: newId(), revision: 1 }),
    post(`/annotations/${mine}/comments`, { text: 'Mine' }),
    { by: bo, method: 'PUT', url: `/media/${first}/work-state`, body: { state: 'inWork' } },
    post(`/media/${first}/presence`, { here: true }),
    { by: bo, method: 'PUT', url: `/labels/${coral}/favourite`, body: { favourite: true } },
    { by: bo, method: 'PUT', url: `/labels/${coral}/own-key`, body: { key: 4 } },
    { by: bo, method: 'PUT', url: `/labels/${sponge}/references/${mine}` },
    { by: bo, method: 'PATCH', url: `/labels/${coral}`, body: { revision: 1, name: 'Anthozoa (corals)' } },
    post(`${api}/labels`, { name: 'Of bo' }),
    post(`${api}/annotations/bulk`, {
      annotations: [ofBo, mine, ofAna].map(id => ({ id, revision: 2 })),
      change: { reviewState: 'confirmed' }
    }),
    post(`${api}/annotations/bulk`, { filter: `label.under.${sponge}`, change: { comment: 'All sponges' } }),
    post(`${api}/annotations/bulk/${bulkId}/undo`),
    post(`${api}/filters`, { name: 'More', filter: `label.is.${coral}` }),
    post(`${api}/exports`, { format: 'csv' }),
    post(`/labels/${mud}/merge`, { revision: 1, into: sand }),
    { by: bo, method: 'DELETE', url: `/labels/${mud}` },
    { by: bo, method: 'DELETE', url: `/samples/${sampleId}` },
    post(`/media/${second}/samples/own-points`),
    post(`/media/${first}/samples/own-points`),
    post(`${api}/samples/draw`, { filter: `label.is.${mud}`, plan: { method: 'random', count: 1, seed: 'c' } }),
    post(`${api}/samples/remove`, { filter: `label.is.${mud}` }),
    post(`/annotation-sessions/${sessionId}/settle-agreed`),
    post(`/annotation-sessions/${sessionId}/end`)
  ]
}
