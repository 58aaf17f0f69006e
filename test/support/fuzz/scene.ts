import { newId } from '../../../server/lib/ids.ts'
import type { Person } from '../backend.ts'
import { picture } from '../pictures.ts'
import { upload } from '../uploads.ts'
import type { Ids } from './ids.ts'
import type { People } from './people.ts'

const images = 4

/** Sets up one project with an object of every noun, and one of a stranger. Calls use their ids. */
export async function setScene(base: string, people: People, ids: Ids): Promise<void> {
  const { owner, editor, viewer, blind, stranger, peer } = people
  const members = [
    { email: editor.email, role: 'editor' },
    { email: viewer.email, role: 'viewer' },
    { email: blind.email, role: 'editor' },
    { email: peer.email, role: 'editor' }
  ]
  ids.home = await furnish(base, owner, members, [blind.id, peer.id])
  ids.home.set('account', [owner.id, editor.id, viewer.id, blind.id, peer.id])
  ids.foreign = await furnish(base, stranger, [{ email: peer.email, role: 'editor' }], [stranger.id, peer.id])
  ids.foreign.set('account', [stranger.id])
}

async function furnish(base: string, owner: Person, members: object[], memberIds: string[]) {
  const ids = new Map<string, string[]>()
  const keep = (noun: string, ...more: string[]) => ids.set(noun, [...(ids.get(noun) ?? []), ...more])
  async function make(noun: string, url: string, body: object): Promise<string> {
    const answer = await owner.post(url, body)
    if (answer.statusCode >= 300) throw new Error(`${url} answered ${answer.statusCode}: ${answer.body}`)
    const { id } = answer.json<{ id: string }>()
    if (noun) keep(noun, id)
    return id
  }

  const projectId = await make('project', '/projects', { title: 'Reef survey' })
  const api = `/projects/${projectId}`
  for (const member of members) await owner.post(`${api}/members`, member)
  for (let seed = 0; seed < images; seed++) {
    const content = await picture({ width: 120, height: 90, seed })
    const sent = await upload(base, owner, { projectId, fileName: `IMG_00000${seed}.JPG`, content })
    keep('media', sent.headers.get('isobath-media-id') ?? '')
  }
  const mediaIds = ids.get('media') ?? []

  const top = await make('label', `${api}/labels`, { name: 'Animalia' })
  for (const name of ['Porifera', 'Anthozoa', 'Sand']) await make('label', `${api}/labels`, { name, parentId: top })
  const labelIds = ids.get('label') ?? []
  await make('field', `${api}/attribute-fields`, { name: 'sex', type: 'choice', choices: ['male', 'female'] })
  await make('field', `${api}/attribute-fields`, { name: 'individualCount', type: 'integer', minimum: 1 })
  await make('version', `${api}/catalog-versions`, { name: 'First' })
  const surveyId = await make('survey', `${api}/surveys`, { name: 'Spring' })
  await make('site', `${api}/sites`, { name: 'M1', surveyId })
  const sailed = await fetch(`${base}/api${api}/navigation?name=DIVE_07&source=usbl`, {
    method: 'POST',
    headers: { authorization: `Bearer ${owner.tokens.access_token}` },
    body: 'utc,lat,lon,dep\n2025-11-22 10:00:00,40,-30,1000\n2025-11-22 10:00:10,40.0001,-30,1001\n'
  })
  keep('track', ((await sailed.json()) as { id: string }).id)
  await make('filter', `${api}/filters`, { name: 'All', filter: '' })

  const operations = mediaIds.flatMap((mediaId, at) =>
    [0, 1].map(n => ({
      id: newId(),
      kind: 'create',
      annotationId: newId(),
      mediaId,
      shape: n ? { kind: 'box', x: 10 + at, y: 20, width: 30, height: 20 } : null,
      labelId: labelIds[(at + n) % labelIds.length]
    }))
  )
  await owner.post(`${api}/annotations/operations`, { operations })
  const annotationIds = operations.map(({ annotationId }) => annotationId)
  keep('annotation', ...annotationIds)
  await make('comment', `/annotations/${annotationIds[0]}/comments`, { text: 'A sponge?' })
  await make('bulk', `${api}/annotations/bulk`, {
    annotations: [{ id: annotationIds[1], revision: 1 }],
    change: { reviewState: 'confirmed' }
  })
  const drawn = await owner.post(`${api}/samples`, { mediaIds: mediaIds.slice(1, 3), plan: { method: 'random', count: 2, seed: 'a' } })
  keep('sample', ...drawn.json<{ samples: { id: string }[] }>().samples.map(({ id }) => id))
  await make('export', `${api}/exports`, { format: 'csv' })
  const brought = await fetch(`${base}/api${api}/imports?fileName=a.csv`, {
    method: 'POST',
    headers: { authorization: `Bearer ${owner.tokens.access_token}` },
    body: 'filename,x,y,width,height,label\nIMG_000001.JPG,1,1,5,5,Porifera\n'
  })
  keep('import', ((await brought.json()) as { id: string }).id)
  const jobs = (await owner.get(`${api}/jobs`)).json<{ items: { id: string }[] }>().items
  keep('job', ...jobs.map(({ id }) => id))
  await make('annotationSession', `${api}/annotation-sessions`, {
    name: 'Blind',
    startsAt: new Date(Date.now() - 1000).toISOString(),
    endsAt: new Date(Date.now() + 3_600_000).toISOString(),
    memberIds,
    images: { kind: 'all' }
  })
  return ids
}
