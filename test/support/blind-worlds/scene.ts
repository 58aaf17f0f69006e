import type { FastifyInstance } from 'fastify'
import type { OpenDatabase } from '../../../server/backend/storage/database.ts'
import { newId } from '../../../server/lib/ids.ts'
import { goodPassword, type Person, personOf, straight } from '../backend.ts'
import { finishedJobs } from '../jobs.ts'
import { nounLines } from '../noun-lines.ts'
import { picture } from '../pictures.ts'
import { upload } from '../uploads.ts'

export type BlindScene = Awaited<ReturnType<typeof furnish>>

const box = (x: number) => ({ kind: 'box', x, y: 20, width: 30, height: 20 })

/**
 * Furnishes a project in which bo and cy work blind on two of three images. ana owns it and di edits in it, both outside the session. It has one
 * object of every noun from before.
 */
export async function furnish(app: FastifyInstance, base: string, storage: OpenDatabase, hidesEarlier: boolean) {
  const ana = await signUp(app, 'ana@lab.example')
  const [bo, cy, di] = [await signUp(app, 'bo@lab.example'), await signUp(app, 'cy@lab.example'), await signUp(app, 'di@lab.example')]
  const { id: projectId } = await ana.makeProject()
  const api = `/projects/${projectId}`
  async function make(by: Person, url: string, body: object): Promise<string> {
    const answer = await by.post(url, body)
    if (answer.statusCode >= 300) throw new Error(`${url} answered ${answer.statusCode}: ${answer.body}`)
    return answer.json().id
  }
  for (const { email } of [bo, cy, di]) await ana.post(`${api}/members`, { email, role: 'editor' })
  const mediaIds: string[] = []
  for (const seed of [1, 2, 3]) {
    const content = await picture({ width: 200, height: 150, seed })
    const sent = await upload(base, ana, { projectId, fileName: `IMG_${seed}.JPG`, content })
    mediaIds.push(sent.headers.get('isobath-media-id') ?? '')
  }
  const [first = '', second = '', outside = ''] = mediaIds
  const labelIds: string[] = []
  for (const name of ['Porifera', 'Anthozoa', 'Sand', 'Mud', 'Rubble']) {
    const body = { name, scientificName: name, taxonRank: 'phylum', ...(labelIds[0] && name === 'Anthozoa' && { parentId: labelIds[0] }) }
    labelIds.push(await make(ana, `${api}/labels`, body))
  }
  const [sponge = '', coral = '', sand = ''] = labelIds

  async function mark(by: Person, mediaId: string, x: number | null, labelId: string | null): Promise<string> {
    const annotationId = newId()
    const operation = { id: newId(), kind: 'create', annotationId, mediaId, shape: x === null ? null : box(x), labelId }
    const { results } = (await by.post(`${api}/annotations/operations`, { operations: [operation] })).json()
    if (results[0].outcome !== 'done') throw new Error(results[0].message)
    return annotationId
  }
  const ofAna = await mark(ana, first, 10, sponge)
  const ofCy = await mark(cy, first, 20, sponge)
  const ofBo = await mark(bo, first, 30, coral)
  const onOutside = await mark(ana, outside, 40, sand)
  await ana.post(`/annotations/${ofAna}/comments`, { text: 'From before' })
  await ana.put(`/labels/${sponge}/references/${ofAna}`)
  await ana.post(`${api}/samples`, { mediaIds: [second], plan: { method: 'random', count: 3, seed: 'a' } })
  const [sample] = (await ana.get(`/media/${second}/samples`)).json().samples
  const fieldId = await make(ana, `${api}/attribute-fields`, { name: 'individualCount', type: 'integer', minimum: 1 })
  const surveyId = await make(ana, `${api}/surveys`, { name: 'Spring' })
  const siteId = await make(ana, `${api}/sites`, { name: 'M1', surveyId })
  const filterId = await make(bo, `${api}/filters`, { name: 'Mine', filter: '' })
  const versionId = await make(ana, `${api}/catalog-versions`, { name: 'First' })
  await ana.put(`/media/${outside}/scale`, { revision: 0, basis: { method: 'given', millimetersPerPixel: 1 } })
  const exportId = await make(ana, `${api}/exports`, { format: 'csv' })
  const importId = await bring(app, ana, projectId)
  const trackId = await bringTrack(app, ana, projectId)
  const bulkId = await make(bo, `${api}/annotations/bulk`, {
    annotations: [{ id: ofBo, revision: 1 }],
    change: { reviewState: 'confirmed' }
  })
  const made: Record<string, string> = {}
  for (const { make, isInBlindWorlds } of nounLines)
    if (isInBlindWorlds) Object.assign(made, await make?.({ app, storage, owner: ana, projectId, mediaId: first }))
  await finishedJobs(ana, projectId)
  const jobIds = (await ana.get(`${api}/jobs`)).json().items.map(({ id }: { id: string }) => id)
  const sessionId = await make(ana, `${api}/annotation-sessions`, {
    name: 'First round',
    startsAt: new Date(Date.now() - 1).toISOString(),
    endsAt: new Date(Date.now() + 3_600_000).toISOString(),
    memberIds: [bo.id, cy.id],
    hidesEarlier,
    images: { kind: 'named', fileNames: ['IMG_1.JPG', 'IMG_2.JPG'] }
  })
  return {
    ...{
      ana,
      bo,
      cy,
      di,
      projectId,
      mediaIds,
      labelIds,
      fieldId,
      surveyId,
      siteId,
      filterId,
      versionId,
      exportId,
      importId,
      trackId,
      bulkId
    },
    ...{ jobIds: jobIds as string[], sessionId, sampleId: sample.id as string, points: sample.points as string[] },
    made,
    ...{ annotationIds: [ofAna, ofCy, ofBo, onOutside], ofAna, ofCy, ofBo, onOutside, box }
  }
}

/** Imports a file up to its check. The import then waits for its mapping. */
async function bring(app: FastifyInstance, by: Person, projectId: string): Promise<string> {
  const coco = {
    images: [1, 2].map(id => ({ id, file_name: `IMG_${id}.JPG`, width: 200, height: 150 })),
    annotations: [1, 2].map(id => ({ id, image_id: id, category_id: 1, bbox: [50, 50, 9, 9] })),
    categories: [{ id: 1, name: 'Porifera' }]
  }
  const answer = await app.inject({
    method: 'POST',
    url: `/api/projects/${projectId}/imports?fileName=marks.json&format=coco`,
    headers: { authorization: `Bearer ${by.tokens.access_token}`, 'content-type': 'application/octet-stream' },
    payload: Buffer.from(JSON.stringify(coco))
  })
  if (answer.statusCode !== 202) throw new Error(answer.body)
  return answer.json().id
}

async function bringTrack(app: FastifyInstance, by: Person, projectId: string): Promise<string> {
  const answer = await app.inject({
    method: 'POST',
    url: `/api/projects/${projectId}/navigation?name=DIVE_07&source=usbl&fileName=dive.csv`,
    headers: { authorization: `Bearer ${by.tokens.access_token}`, 'content-type': 'application/octet-stream' },
    payload: Buffer.from('utc,lat,lon,dep\n2025-11-22 10:00:00,40,-30,1000\n2025-11-22 10:00:10,40.0001,-30,1001\n')
  })
  if (answer.statusCode !== 202) throw new Error(answer.body)
  return answer.json().id
}

async function signUp(app: FastifyInstance, email: string): Promise<Person> {
  const answer = await app.inject({
    method: 'POST',
    url: '/api/auth/register',
    headers: straight,
    payload: { email, password: goodPassword }
  })
  if (answer.statusCode !== 201) throw new Error(`${email} could not sign up: ${answer.body}`)
  return personOf(app, answer.json())
}
