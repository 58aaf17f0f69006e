import t from 'tap'
import { actorOf, deedOf } from '../../../../web/features/activity/sentence.ts'

t.test('known events are sentences, and unknown ones are shown by their name', async t => {
  t.equal(deedOf({ event: 'media.added', detail: { fileName: 'dive-12.jpg' } }, 'me'), 'added dive-12.jpg')
  t.equal(deedOf({ event: 'media.added', detail: { fileName: 'dive-12.jpg', count: 4 } }, 'me'), 'added 4 files')
  t.equal(deedOf({ event: 'media.added', detail: {} }, 'me'), 'added a media item')
  t.equal(deedOf({ event: 'member.added', detail: { member: 'Ben', role: 'editor' } }, 'me'), 'added Ben as editor')
  t.equal(deedOf({ event: 'journal.entry.signed', detail: {} }, 'me'), 'journal entry signed')
})

t.test('the reader is “you”, as actor and as member', async t => {
  const added = { event: 'member.added', detail: { member: 'Ben', memberId: 'me', role: 'editor' } }
  t.equal(deedOf(added, 'me'), 'added you as editor')
  t.equal(deedOf(added, 'other'), 'added Ben as editor')
  t.equal(actorOf({ actorId: 'me', actorName: 'Ben' }, 'me'), 'You')
  t.equal(actorOf({ actorId: 'me', actorName: 'Ben' }, 'other'), 'Ben')
})
