import t from 'tap'
import { organismsOfFrames } from '../../../../server/backend/example/organisms.ts'
import { labels } from '../../../../server/backend/example/scene.ts'
import type { Annotation } from '../../../../shared/contracts/annotations.ts'
import type { Media } from '../../../../shared/contracts/media.ts'
import type { Project } from '../../../../shared/contracts/projects.ts'
import type { Abundance, Cover, Summary } from '../../../../shared/contracts/results.ts'
import { forEachDatabase, testBackend } from '../../../support/backend.ts'
import { finishedJobs } from '../../../support/jobs.ts'

/** Counts the drawn objects on these frames by kind. Frames are numbered from 1. */
function drawn(frames: number[]) {
  const kinds = frames.flatMap(frame => organismsOfFrames[frame - 1] ?? []).map(({ kind }) => labels[kind].name)
  const taxa = Object.fromEntries([...new Set(kinds)].map(name => [name, kinds.filter(kind => kind === name).length]))
  return { images: frames.length, imagesWithArea: frames.length, taxa }
}

await forEachDatabase(t, async (t, database) => {
  t.test('the example is a complete project: images with facts, labels, sites, annotations, points and a scale', async t => {
    const { signUp } = await testBackend(t, { database, runJobs: true })
    const ada = await signUp()
    const made = await ada.post('/projects/example')
    t.equal(made.statusCode, 201, made.body)
    const project = made.json<Project>()
    t.match(project, { isExample: true, role: 'owner', mediaCount: 6, visibility: 'private' })
    const jobs = await finishedJobs(ada, project.id)
    t.same([...new Set(jobs.map(({ state }) => state))], ['done'])

    const { items } = (await ada.get(`/projects/${project.id}/media?sort=name`)).json<{ items: Media[] }>()
    t.match(items[0], { fileName: 'frame-1.jpg', width: 1600, height: 1000, depthInMeters: 4843, decimalLatitude: 48.83 })
    const marks = await Promise.all(
      items.map(async ({ id }) => (await ada.get(`/media/${id}/annotations`)).json<{ annotations: Annotation[] }>().annotations)
    )
    t.same(
      marks.map(of => of.length),
      [60, 13, 12, 61, 12, 0],
      'animals, and 50 points on two frames; the last frame waits for the person'
    )
    t.notOk(
      marks.flat().some(({ labelId }) => labelId === null),
      'every annotation is labelled'
    )
    t.match((await ada.get(`/projects/${project.id}/sites`)).json(), {
      surveys: [{ name: 'Dive 1' }],
      sites: [
        { name: 'Knoll', mediaCount: 3 },
        { name: 'Plain', mediaCount: 3 }
      ]
    })
    t.match((await ada.get(`/projects/${project.id}/progress`)).json(), { images: { notSeen: 1, inWork: 0, done: 5, reviewed: 0 } })
  })

  t.test('the figures of the example are those of the drawn animals', async t => {
    const { signUp } = await testBackend(t, { database, runJobs: true })
    const ada = await signUp()
    const { id } = (await ada.post('/projects/example')).json<Project>()
    const abundance = (await ada.get(`/projects/${id}/results/abundance?groupBy=site`)).json<Abundance>()
    const counted = abundance.groups.map(({ name, images, imagesWithArea, counts }) => {
      const byTaxon = counts.map(([taxon = -1, count]) => [abundance.taxa[taxon]?.name, count] as const)
      return [name, { images, imagesWithArea, taxa: Object.fromEntries(byTaxon) }]
    })
    t.same(Object.fromEntries(counted), { Plain: drawn([1, 2, 3]), Knoll: drawn([4, 5]) })

    const { taxa } = drawn([1, 2, 3, 4, 5])
    const individuals = Object.values(taxa).reduce((sum, count) => sum + count, 0)
    const summary = (await ada.get(`/projects/${id}/results/summary`)).json<Summary>()
    t.match(summary.all, { images: 5, individuals, richness: Object.keys(taxa).length }, 'the figures of the note on the Overview')

    const { all } = (await ada.get(`/projects/${id}/results/cover`)).json<Cover>()
    t.match(all, { images: 2, imagesScored: 2, points: 100, unnamed: 0 })
  })

  t.test('two clicks open one example; a deleted one is created again; other people do not get it', async t => {
    const { signUp } = await testBackend(t, { database })
    const [ada, bob] = [await signUp(), await signUp()]
    const [first, second] = await Promise.all([ada.post('/projects/example'), ada.post('/projects/example')])
    t.same([first.statusCode, second.statusCode], [201, 200])
    const { id } = first.json<Project>()
    t.equal(second.json<Project>().id, id)
    t.equal((await bob.get(`/projects/${id}`)).statusCode, 404)
    const ofBob = await bob.post('/projects/example')
    t.equal(ofBob.statusCode, 201)
    t.not(ofBob.json<Project>().id, id)

    t.equal((await ada.delete(`/projects/${id}`)).statusCode, 204)
    const again = await ada.post('/projects/example')
    t.equal(again.statusCode, 201)
    t.not(again.json<Project>().id, id)
  })

  t.test('a refused call leaves nothing behind, and the refusal is passed on', async t => {
    const { signUp, storage } = await testBackend(t, {
      database,
      room: { quotaBytes: null, quotaPerPersonBytes: 250_000, minFreeBytes: 0 }
    })
    const ada = await signUp()
    const refused = await ada.post('/projects/example')
    t.match(refused.json(), { status: 413, code: 'OWN_QUOTA_REACHED' })
    t.same((await ada.get('/projects')).json().projects, [])
    t.equal((await storage.db.selectFrom('project').select('id').where('deleted_at', 'is', null).execute()).length, 0)
  })
})
