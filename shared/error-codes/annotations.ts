import { coded } from './coded-problem.ts'

export const annotationCodes = coded({
  BULK_EDIT_RUNNING: { status: 409, sentence: 'This bulk edit is still running: wait for it to finish, or cancel it' },
  BULK_EDIT_UNDONE: { status: 409, sentence: 'This bulk edit has already been undone' },
  NO_PATCH: { status: 404, sentence: 'No crop is available: %s' },
  FILTER_EXISTS: { status: 409, sentence: 'The project already has a filter named “%s”' },
  TOO_MANY_FILTERS: { status: 409, sentence: 'A project can have up to %d saved filters: delete one first' },
  WORKING_BLIND: {
    status: 409,
    sentence: 'You are working blind in “%s” until %s, and this would show others’ annotations: wait until the session ends'
  },
  MATCHING_NOW: { status: 409, sentence: 'The annotations of this session are being matched: wait until matching is finished' },
  GROUP_CHANGED: { status: 409, sentence: 'The annotations were matched again in the meantime: review them again' },
  POINT_REMOVED: {
    status: 409,
    sentence: 'The sample point was removed, so it cannot get a label: restore it, or settle that nothing is there'
  },
  MEMBER_HAS_MARKS: {
    status: 409,
    sentence: '“%s” has annotated images in this session, and the comparison needs these annotations: keep the member, or end the session'
  },
  MEMBER_NOT_BLIND: {
    status: 409,
    sentence:
      '“%s” has worked on images of this session since it began and could have seen others’ annotations: plan another session to include this person'
  },
  SESSION_NOT_ENDED: { status: 409, sentence: 'The session has not ended yet: its annotations are compared when it ends' },
  SESSION_NOT_RUNNING: { status: 409, sentence: 'The session is not running' },
  SESSION_RUNNING: { status: 409, sentence: 'The session is running: end it before you delete it' },
  SAMPLE_IN_SESSION: { status: 409, sentence: 'Members of the session “%s” are labelling these points: wait until it ends' },
  SESSION_STARTED: { status: 409, sentence: 'The session has already started, so its start time can no longer be changed' },
  ANNOTATION_SESSION_ENDED: { status: 409, sentence: 'The session has ended: plan another one' },
  NO_NEW_IMAGES: { status: 409, sentence: 'There are no new images for this session' },
  SESSION_NAME_TAKEN: { status: 409, sentence: 'The project already has a session named “%s”: choose another name' },
  SESSIONS_FULL: { status: 409, sentence: 'A project can have up to %d sessions: delete old ones first' }
})
