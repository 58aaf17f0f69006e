import { once } from 'node:events'
import { type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import t from 'tap'
import { keptVectors } from '../../../../server/backend/ai/kept-vectors.ts'
import { keptColumns } from '../../../../server/backend/map/kept-columns.ts'
import { projectAccess } from '../../../../server/backend/projects/access.ts'
import { longReads, type QueryOf, type ReadName, readNow } from '../../../../server/backend/reading/long-reads.ts'
import { fewRows } from '../../../../server/backend/reading/readers.ts'
import { writeAnswer } from '../../../../server/lib/serializer.ts'
import { annotatingProject } from '../../../support/annotating.ts'
import { forEachDatabase } from '../../../support/backend.ts'
import { blindScene, boxAt } from '../../../support/blind-session.ts'
import { insertManyAnnotations } from '../../../support/many-annotations.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'

/** Calls on the answering thread during a read. If it were blocked, none or one would be answered. */
const manyAnswers = 5

await forEachDatabase(t, (t, database) => {
  t.test('the server keeps answering other requests while a large project is counted', async t => {
    const { owner, project, signUp, storage } = await annotatingProject(t, { database, images: 500 })
    await insertManyAnnotations(storage.db, project.id, 30_000, { individualCount: 2, notes: 'sponge '.repeat(200) })
    const other = await signUp()
    for (const path of ['results/summary?countAttribute=individualCount', 'results/curves?countAttribute=individualCount']) {
      let isCounted = false
      const counting = owner.get(`/projects/${project.id}/${path}`).finally(() => {
        isCounted = true
      })
      let answered = 0
      while (!isCounted && answered < manyAnswers) {
        t.equal((await other.get('/auth/me')).statusCode, 200)
        answered += isCounted ? 0 : 1
      }
      t.equal(answered, manyAnswers, `${path} blocks nobody`)
      t.equal((await counting).statusCode, 200)
    }
  })

  t.test('every long read answers a large project byte for byte like a small one', async t => {
    const { owner, project, storage, addLabel, edit, creation } = await annotatingProject(t, { database, images: 30 })
    const { id: labelId } = await addLabel('Paragorgia arborea')
    await edit([creation({ labelId })])
    await insertManyAnnotations(storage.db, project.id, fewRows)
    const scope = await projectAccess(storage.db).open({ accountId: owner.id, isConfined: false }, project.id, 'viewer')
    const calls: {
      [Name in Exclude<ReadName, 'trackProfile' | 'placementPreview' | 'aiSimilar'>]: [path: string, ...query: QueryOf<Name>]
    } = {
      abundance: ['results/abundance?groupBy=image', { groupBy: 'image' }],
      summary: ['results/summary?groupBy=date', { groupBy: 'date' }],
      curves: ['results/curves', { groupBy: 'image' }],
      sizes: [`results/sizes?labelId=${labelId}`, { labelId }],
      cover: ['results/cover?groupBy=site', { groupBy: 'site' }],
      correctedCover: ['results/corrected-cover', {}],
      options: ['results/options'],
      publicationCoverage: ['publication/coverage'],
      outline: ['labels/outline'],
      annotationCount: ['annotations/count?filter=', []],
      annotationPage: ['annotations?limit=3', [], { limit: 3 }],
      annotators: ['annotators'],
      aiOverview: ['ai'],
      imageQuality: ['ai/quality'],
      imageQualityClusters: ['ai/quality/clusters', {}],
      mapPoints: ['map/points', {}],
      mapRows: ['map/rows?longitude=0&latitude=0&radiusInMeters=9', { longitude: 0, latitude: 0, radiusInMeters: 9 }],
      mapCells: ['map/cells', { isUpdating: false }],
      mapMarks: ['map/marks', { isUpdating: false }],
      mapHistograms: ['map/histograms', { isUpdating: false }],
      mapObservations: ['map/observations', { isUpdating: false }],
      mapFeatures: ['map/features', { isUpdating: false }],
      trackLines: ['navigation/lines']
    }
    for (const [name, [path, ...query]] of Object.entries(calls) as [ReadName, [string, ...unknown[]]][]) {
      const answer = await owner.get(`/projects/${project.id}/${path}`)
      const here = await readNow(storage.db, { columns: keptColumns(temporaryFolder(t)), vectors: keptVectors() }, { name, scope, query })
      t.equal(answer.statusCode, 200, answer.body)
      t.equal(answer.headers['content-type'], 'application/json; charset=utf-8')
      t.equal(answer.body, writeAnswer(longReads[name].schema, here), name)
    }
  })

  t.test('a blind member of a large project pages through visible annotations, and a foreign cursor is refused', async t => {
    const { bo, owner, project, storage, begin, mark, addLabel } = await blindScene(t, { database })
    const { id: labelId } = await addLabel('Coral')
    await begin({ hidesEarlier: true })
    const own = await mark(bo, boxAt(10), labelId)
    await insertManyAnnotations(storage.db, project.id, fewRows + 1)
    await mark(bo, boxAt(50), labelId)
    const page = async (query: string) => (await bo.get(`/projects/${project.id}/annotations?${query}`)).json()
    const first = await page('sort=-newest&limit=1')
    t.match(first, { items: [{ id: own }], nextCursor: /./ })
    t.equal(first.items.length, 1)
    const next = await page(`sort=-newest&limit=1&cursor=${first.nextCursor}`)
    t.equal(next.items.length, 1)
    t.equal(next.nextCursor, null)
    t.match(await page('cursor=x'), { status: 400, errors: [{ path: '/cursor' }] })
    t.equal((await owner.get(`/projects/${project.id}/annotations?limit=1000`)).json().items.length, 1000)
  })

  t.test('an edit counts in later reads, and a refusal has the same sentence as for a small project', async t => {
    const { owner, project, storage, edit, creation } = await annotatingProject(t, { database })
    const ask = (path: string) => owner.get(`/projects/${project.id}/${path}`)
    const refused = 'results/summary?groupBy=image&includeUnreviewed=true&confirmedOnly=true'
    const { requestId: _small, ...asSmall } = (await ask(refused)).json()
    await insertManyAnnotations(storage.db, project.id, fewRows + 1)
    const { requestId: _large, ...asLarge } = (await ask(refused)).json()
    t.match(asLarge, { status: 400, code: 'INVALID_REQUEST', errors: [{ path: '/confirmedOnly' }] })
    t.same(asLarge, asSmall)
    for (let more = 1; more <= 20; more++) {
      await edit([creation()])
      t.same((await ask('annotations/count?filter=')).json(), { count: fewRows + 1 + more })
    }
  })

  t.test('a person has a limited number of reads, and reads of disconnected clients do not count', async t => {
    const { app, owner, project, storage, signUp } = await annotatingProject(t, { database, images: 500 })
    await insertManyAnnotations(storage.db, project.id, 30_000)
    await app.listen({ host: '127.0.0.1', port: 0 })
    const { port } = app.server.address() as AddressInfo
    const ask = () => {
      const headers = { authorization: `Bearer ${owner.tokens.access_token}` }
      const sent = httpRequest({ port, headers, agent: false, path: `/api/projects/${project.id}/results/abundance?groupBy=image` })
      sent.on('error', () => {}).end()
      return sent
    }
    const answerOf = async (sent: ClientRequest) => {
      const [message] = (await once(sent, 'response')) as [IncomingMessage]
      let body = ''
      for await (const piece of message.setEncoding('utf8')) body += piece
      return { status: message.statusCode, retryAfter: message.headers['retry-after'], body }
    }
    const refusalAmong = (requests: ClientRequest[]) =>
      Promise.any(
        requests.map(async sent => {
          const { status, ...answer } = await answerOf(sent)
          if (status !== 503) throw new Error('not refused')
          return answer
        })
      )
    const many = Array.from({ length: 40 }, ask)
    const refusal = await refusalAmong(many)
    t.match(JSON.parse(refusal.body), { code: 'TOO_MANY_READS', detail: /^20 of your requests are already waiting/ })
    t.match(refusal.retryAfter, /^\d+$/)
    const other = await signUp()
    await owner.post(`/projects/${project.id}/members`, { email: other.email, role: 'viewer' })
    t.equal((await other.get(`/projects/${project.id}/annotations/count?filter=`)).statusCode, 200, 'another person does not wait')
    for (const sent of many) sent.destroy()
    const tries = async (): Promise<number | undefined> => {
      const { status } = await answerOf(ask())
      return status === 503 ? pause(20).then(tries) : status
    }
    t.equal(await tries(), 200)
  })
})
