import t from 'tap'
import type { Notice } from '../../../../shared/contracts/notices.ts'
import { annotatingProject } from '../../../support/annotating.ts'
import { forEachDatabase, type Person, testBackend } from '../../../support/backend.ts'

const notices = async (person: Person) => (await person.get('/notices')).json<{ notices: Notice[] }>().notices

await forEachDatabase(t, (t, database) => {
  t.test('the bell always has three: recent events, then hints', async t => {
    const { signUp } = await testBackend(t, { database })
    const ada = await signUp('ada@lab.example')
    const bob = await signUp('bob@lab.example')
    t.same(
      (await notices(ada)).map(notice => notice.kind),
      ['hint', 'hint', 'hint']
    )

    const { id } = await ada.makeProject({ title: 'Kelp' })
    const one = await notices(ada)
    t.same(
      one.map(notice => notice.kind),
      ['activity', 'hint', 'hint']
    )
    t.match(one[0], { text: 'You started “Kelp”', projectId: id, path: `/projects/${id}/dashboard`, time: String })
    t.equal(one[1]!.path, '/projects/new')

    await ada.post(`/projects/${id}/members`, { email: bob.email, role: 'editor' })
    await bob.put(`/projects/${id}`, { revision: 1, region: 'Fjord' })
    await ada.delete(`/projects/${id}/members/${bob.id}`)
    t.same(
      (await notices(ada)).map(notice => notice.text),
      ['You removed bob@lab.example from “Kelp”', 'bob@lab.example changed “Kelp”', 'You added bob@lab.example to “Kelp”']
    )
    t.same(
      (await notices(bob)).map(notice => notice.kind),
      ['hint', 'hint', 'hint'],
      'it is not his project any more'
    )
  })

  t.test('a mention comes first, and links to the annotation', async t => {
    const { owner, signUp, project, mediaIds, edit, creation } = await annotatingProject(t, { database })
    const bo = await signUp('bo@lab.example')
    await owner.post(`/projects/${project.id}/members`, { email: bo.email, role: 'editor' })
    const made = creation()
    await edit([made])
    await owner.post(`/annotations/${made.annotationId}/comments`, { text: 'A sponge, @bo@lab.example?' })
    for (const name of ['North', 'South', 'East']) await owner.post(`/projects/${project.id}/surveys`, { name })
    const path = `/projects/${project.id}/annotate?image=${mediaIds[0]}&select=${made.annotationId}`
    t.match((await notices(bo))[0], { text: /^ana@lab.example mentioned you on IMG_000000.JPG in/, path })
    t.ok((await notices(owner)).every(({ text }) => !text.includes('mentioned you')))
  })
})
