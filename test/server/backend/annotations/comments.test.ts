import t from 'tap'
import { mentionedIn } from '../../../../server/backend/annotations/mentions.ts'
import { annotatingProject } from '../../../support/annotating.ts'
import { forEachDatabase } from '../../../support/backend.ts'

t.test('mentions are addresses after an @', async t => {
  t.same(mentionedIn('Look, @Bo@lab.example, and (@vi@sea.example).'), ['bo@lab.example', 'vi@sea.example'])
  t.same(mentionedIn('write to bo@lab.example or @bo'), [])
  t.same(mentionedIn(`${'@'.repeat(40_000)}x`), [], 'a long row of @ is read quickly')
})

await forEachDatabase(t, (t, database) => {
  t.test('members comment on an annotation, mention each other, and the activity lists it', async t => {
    const { owner, signUp, project, edit, creation, mediaIds } = await annotatingProject(t, { database })
    const vi = await signUp('vi@lab.example')
    const stranger = await signUp('sam@lab.example')
    await owner.post(`/projects/${project.id}/members`, { email: vi.email, role: 'viewer' })
    const made = creation()
    await edit([made])
    const url = `/annotations/${made.annotationId}/comments`

    const first = await owner.post(url, { text: 'A sponge? @vi@lab.example @sam@lab.example' })
    t.equal(first.statusCode, 201)
    t.match(first.json(), { authorName: owner.email, mentions: [{ accountId: vi.id, name: vi.email }] })
    t.equal(first.json().mentions.length, 1, 'a person who is not a member is not mentioned')
    t.equal((await vi.post(url, { text: 'Yes, a glass sponge.' })).statusCode, 201, 'a viewer may answer')
    t.match((await vi.get(url)).json().comments, [{ text: /A sponge/ }, { text: /glass/ }])
    t.match((await vi.get(`/projects/${project.id}/activity`)).json().items[0], {
      event: 'annotation.commented',
      actorName: vi.email,
      detail: { annotationId: made.annotationId, fileName: 'IMG_000000.JPG' }
    })

    const counts = `/media/${mediaIds[0]}/comments/counts`
    t.same((await vi.get(counts)).json(), { counts: [{ annotationId: made.annotationId, count: 2 }] })
    t.equal((await stranger.get(counts)).statusCode, 404)

    t.equal((await stranger.get(url)).statusCode, 404)
    t.equal((await stranger.post(url, { text: 'hello' })).statusCode, 404)
    t.equal((await stranger.delete(`/comments/${first.json().id}`)).statusCode, 404)
    t.equal((await vi.delete(`/comments/${first.json().id}`)).statusCode, 403)
    for (const body of [{}, { text: ' ' }, { text: 'x'.repeat(5001) }, { text: 'x', colour: 'red' }]) {
      t.equal((await owner.post(url, body)).statusCode, 422)
    }
    const answer = (await owner.get(url)).json().comments[1]
    t.equal((await owner.delete(`/comments/${answer.id}`)).statusCode, 204, 'an owner can moderate')
    t.equal((await owner.get(url)).json().comments.length, 1)
  })
})
