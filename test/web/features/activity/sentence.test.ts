import t from 'tap'
import { deedOf } from '../../../../web/features/activity/sentence.ts'

t.test('known events are sentences, unknown ones are said by their name', async t => {
  t.equal(deedOf({ event: 'media.added', detail: { fileName: 'dive-12.jpg' } }), 'added dive-12.jpg')
  t.equal(deedOf({ event: 'media.added', detail: { fileName: 'dive-12.jpg', count: 4 } }), 'added 4 files')
  t.equal(deedOf({ event: 'media.added', detail: {} }), 'added a media item')
  t.equal(deedOf({ event: 'member.added', detail: { member: 'Ben', role: 'editor' } }), 'added Ben as editor')
  t.equal(deedOf({ event: 'journal.entry.signed', detail: {} }), 'journal entry signed')
})
