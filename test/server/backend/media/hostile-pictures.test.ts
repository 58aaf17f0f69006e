import t, { type Test } from 'tap'
import type { ChildLimits } from '../../../../server/backend/children/child.ts'
import { picturePools } from '../../../../server/backend/media/picture-pools.ts'
import type { Media } from '../../../../shared/contracts/media.ts'
import { type BackendOptions, type DatabaseKind, forEachDatabase, goodPassword, testBackend } from '../../../support/backend.ts'
import { loopedExif, overgrownPictures, textBomb } from '../../../support/hostile-pictures.ts'
import { picture } from '../../../support/pictures.ts'
import { noTraces, uploadTraces } from '../../../support/upload-scene.ts'
import { listening, sendPiece, startUpload, upload } from '../../../support/uploads.ts'

const roomy = { memoryBytes: 2 ** 31, seconds: 60, threads: 1, niceness: 10 }

/** A backend with processes of its own, which the test kills. */
async function scene(t: Test, { limits, ...options }: BackendOptions & { database: DatabaseKind; limits?: ChildLimits }) {
  const pictures = picturePools(limits)
  const backend = await testBackend(t, { ...options, pictures })
  t.teardown(() => pictures.close())
  const base = await listening(t, backend)
  const owner = await backend.signUp()
  return { ...backend, pictures, base, owner, project: await owner.makeProject() }
}

await forEachDatabase(t, async (t, database) => {
  t.test('five small pictures that unpack to gigabytes are refused immediately, and people can sign in meanwhile', async t => {
    const place = await scene(t, { database })
    const { base, owner, project, signUp } = place
    const bomb = await textBomb(360)
    t.ok(bomb.length < 4_000_000, `${bomb.length} bytes`)
    const { email } = await signUp()
    const people = await Promise.all(Array.from({ length: 5 }, () => signUp()))
    const projects = await Promise.all(people.map(person => person.makeProject()))
    let areAnswered = false
    const attack = Promise.all(
      people.map((person, at) => upload(base, person, { projectId: projects[at]?.id ?? '', fileName: 'bomb.png', content: bomb }))
    ).finally(() => {
      areAnswered = true
    })
    const signIns: number[] = []
    do {
      const answer = await fetch(`${base}/api/auth/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({ username: email, password: goodPassword })
      })
      await answer.arrayBuffer()
      signIns.push(answer.status)
    } while (!areAnswered)
    for (const answer of await attack)
      t.match(await answer.json(), {
        status: 422,
        code: 'OVERGROWN_PICTURE',
        detail: /^bomb\.png contains text or profile data that unpacks to more than 16 MiB: save the image again/
      })
    t.same(new Set(signIns), new Set([200]))
    t.same(await uploadTraces(place), noTraces)
    const fine = await upload(base, owner, { projectId: project.id, fileName: 'a.jpg', content: await picture() })
    t.equal(fine.status, 204, await fine.text())
  })

  t.test(
    'a picture whose reader is killed is read again; after a second kill it is refused with an explanation and leaves nothing behind',
    async t => {
      const place = await scene(t, { database })
      const { base, owner, project, pictures } = place
      const content = await picture({ width: 6000, height: 4000 })
      const location = async (fileName: string) => {
        const created = await startUpload(base, owner, { projectId: project.id, fileName, sizeBytes: content.length })
        return new URL(created.headers.get('location') ?? '', base)
      }
      async function whileKilling(url: URL, most: number) {
        const killed = new Set<number>()
        let isAnswered = false
        const answer = sendPiece(url, owner, 0, content).finally(() => {
          isAnswered = true
        })
        while (!isAnswered) {
          for (const pid of pictures.arrivals.pids) {
            if (killed.size >= most || killed.has(pid)) continue
            process.kill(pid, 'SIGKILL')
            killed.add(pid)
          }
          await new Promise(setImmediate)
        }
        return { status: (await answer).status, body: await (await answer).text(), killed: killed.size }
      }
      const refused = await whileKilling(await location('a.jpg'), Infinity)
      t.match(refused, { status: 422, killed: 2 })
      t.match(JSON.parse(refused.body), { code: 'COSTLY_PICTURE', detail: /^a\.jpg crashed the image decoder twice/ })
      t.same(await uploadTraces(place), noTraces)
      t.match(await whileKilling(await location('b.jpg'), 1), { status: 204, killed: 1 })
      t.match((await owner.get(`/projects/${project.id}`)).json(), { mediaCount: 1 })
    }
  )
})

t.test('data outside the pixels are limited in each format, refused with the limit, and leave nothing behind', async t => {
  const place = await scene(t, { database: 'sqlite' })
  for (const [fileName, [content, detail]] of Object.entries(await overgrownPictures())) {
    const answer = await upload(place.base, place.owner, { projectId: place.project.id, fileName, content })
    t.match(await answer.json(), { status: 422, code: 'OVERGROWN_PICTURE', detail }, fileName)
  }
  t.same(await uploadTraces(place), noTraces)
})

t.test('cyclic EXIF gives nothing, and the photograph is added', async t => {
  const { base, owner, project } = await scene(t, { database: 'sqlite' })
  const answer = await upload(base, owner, { projectId: project.id, fileName: 'loop.jpg', content: await loopedExif() })
  t.equal(answer.status, 204)
  t.match((await owner.get(`/media/${answer.headers.get('isobath-media-id')}`)).json<Media>(), { width: 640, camera: null })
})

t.test('a picture beyond the memory or time limit is refused with the limit, and others are added', async t => {
  const large = await picture({ width: 9000, height: 9000, format: 'png', interlaced: true })
  const limits: [object, RegExp][] = [
    [{ memoryBytes: 180_000_000 }, /^large\.png takes more than 0\.2 GiB of memory to read/],
    [{ seconds: 0.001 }, /^large\.png takes longer than 0\.001 seconds to read/]
  ]
  for (const [limit, detail] of limits) {
    const place = await scene(t, { database: 'sqlite', limits: { ...roomy, ...limit } })
    const { base, owner, project } = place
    const answer = await upload(base, owner, { projectId: project.id, fileName: 'large.png', content: large })
    t.match(await answer.json(), { status: 422, code: 'COSTLY_PICTURE', detail })
    t.same(await uploadTraces(place), noTraces)
  }
})

t.test('a profile picture is read under the same limits', async t => {
  const { app, owner } = await scene(t, { database: 'sqlite' })
  const send = (payload: Buffer) =>
    app.inject({
      method: 'PUT',
      url: '/api/auth/me/avatar',
      headers: { authorization: `Bearer ${owner.tokens.access_token}`, 'content-type': 'image/png' },
      payload
    })
  t.match((await send(await textBomb(20))).json(), { status: 422, code: 'OVERGROWN_PICTURE' })
  t.equal((await send(await picture({ format: 'png' }))).statusCode, 200)
})
