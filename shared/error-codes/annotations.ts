import { coded } from './coded-problem.ts'

export const annotationCodes = coded({
  BULK_EDIT_RUNNING: { status: 409, sentence: 'This change is still at work: wait for its end, or cancel it' },
  BULK_EDIT_UNDONE: { status: 409, sentence: 'This change was taken back already' },
  NO_PATCH: { status: 404, sentence: 'There is no patch: %s' },
  FILTER_EXISTS: { status: 409, sentence: 'There is a filter called “%s” in this project already' },
  TOO_MANY_FILTERS: { status: 409, sentence: 'A project keeps at most %d filters: delete one first' },
  WORKING_BLIND: { status: 409, sentence: 'You work blind in “%s” until %s, and this would show what others marked: wait for its end' },
  MATCHING_NOW: { status: 409, sentence: 'The marks of this session are being matched now: wait for the end of it' },
  GROUP_CHANGED: { status: 409, sentence: 'The marks were matched anew meanwhile: look at them again' },
  MEMBER_HAS_MARKS: {
    status: 409,
    sentence: '“%s” has marked images in this session, and the comparison needs these marks: keep the member, or end the session'
  },
  MEMBER_NOT_BLIND: {
    status: 409,
    sentence:
      '“%s” has worked on images of this session since it began, and could see what others marked: plan another session to include the person'
  },
  SESSION_NOT_ENDED: { status: 409, sentence: 'The session has not ended yet: what its members marked is compared after its end' },
  SESSION_NOT_RUNNING: { status: 409, sentence: 'The session does not run now' },
  SESSION_RUNNING: { status: 409, sentence: 'The session runs now: end it before you delete it' },
  SESSION_STARTED: { status: 409, sentence: 'The session has started, so its start stays as it is' },
  ANNOTATION_SESSION_ENDED: { status: 409, sentence: 'The session has ended: plan another one' },
  NO_NEW_IMAGES: { status: 409, sentence: 'There are no further images for this session: it has all that it can have' },
  SESSION_NAME_TAKEN: { status: 409, sentence: 'There is a session “%s” in this project already: give it another name' },
  SESSIONS_FULL: { status: 409, sentence: 'A project has at most %d sessions: delete old ones' }
})
