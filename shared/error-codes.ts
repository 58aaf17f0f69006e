import { catalogListLimitBytes, fixLimit, importLimitBytes, metadataCsvLimitBytes, trackLimit, trackLimitBytes } from './limits.ts'

interface CodedSentence {
  /** Of HTTP. */
  status: number
  /** For the person, with places to fill in as `util.format` has them. */
  sentence: string
}

/** Every problem that gateway and backend answer with, by its code. A code is one problem. */
export const errorCodes = {
  // every call
  CLIENT_GONE: { status: 499, sentence: 'The client went away before it had its answer' },
  NOT_FOUND: { status: 404, sentence: '%s was not found, or you have no access to it' },
  NO_SUCH_CALL: { status: 404, sentence: 'There is no call %s %s' },
  NOT_SIGNED_IN: { status: 401, sentence: 'Sign in to go on' },
  ROLE_NEEDED: { status: 403, sentence: 'This needs the role %s in the project' },
  STALE_REVISION: { status: 409, sentence: 'It is at revision %d, your edit was made on %d: look at the newer one and edit again' },
  REVISION_NEEDED: { status: 428, sentence: 'Say the revision that you edited' },
  READ_ONLY_TOKEN: { status: 403, sentence: 'This API token may read only: make one with the scope write' },
  NUMBER_TOO_LARGE: { status: 422, sentence: 'A number of this call is larger than can be kept' },
  TOO_MANY_FIELDS: { status: 413, sentence: 'A form may have up to %d fields' },
  MALFORMED_BODY: { status: 400, sentence: 'The body is not valid form data' },
  BODY_TOO_MANY_PARTS: { status: 413, sentence: 'The body has more than %s %s: send it in parts' },
  BODY_TOO_DEEP: { status: 400, sentence: 'The body is nested more than %s levels deep' },
  INVALID_REQUEST: { status: 422, sentence: 'The request is not as this call expects it' },
  INTERNAL: { status: 500, sentence: 'Something went wrong on our side. Tell the operator this reference: %s' },

  // gateway
  BACKEND_TIMEOUT: { status: 504, sentence: 'The research server did not answer in time. Try again' },
  BACKEND_UNREACHABLE: { status: 502, sentence: 'The research server cannot be reached. Try again in a moment' },
  BACKEND_UNTRUSTED: { status: 502, sentence: 'The research server could not prove who it is. Tell the operator' },
  INVALID_AUTH_ANSWER: { status: 502, sentence: 'Invalid authentication response from server' },
  SESSION_UNAVAILABLE: { status: 503, sentence: 'Your session could not be renewed just now. Try again in a moment' },
  SESSION_TIMEOUT: { status: 504, sentence: 'Your session could not be renewed in time. Try again in a moment' },
  SESSION_RENEWED: { status: 503, sentence: 'Your session was renewed meanwhile. Send it again' },
  SESSION_ENDED: { status: 401, sentence: 'Your session has ended. Sign in again' },
  SESSION_SUPERSEDED: { status: 401, sentence: 'A newer session of this browser has taken over. Try again' },
  TOKEN_TOO_LARGE: { status: 502, sentence: 'The research server gave a session that no cookie can hold. Tell the operator' },
  AUDIT_UNAVAILABLE: { status: 503, sentence: 'This cannot be recorded just now, so it was not done. Tell the operator' },
  AUDIT_LOST: { status: 503, sentence: 'This was done, but could not be recorded. Look before you repeat it' },
  OVERLOADED: { status: 503, sentence: 'The server has too much to do. Try again in a moment' },
  TOO_MANY_REQUESTS: { status: 429, sentence: 'Too many requests. Try again in %s' },
  BODY_TOO_LARGE: { status: 413, sentence: 'The limit of this call is %s' },
  BODY_TOO_SLOW: { status: 408, sentence: 'The request took too long to arrive' },
  ENCODED_BODY: { status: 415, sentence: 'Send the body without Content-Encoding' },
  BAD_TARGET: { status: 400, sentence: 'The address of the request is not one that this server answers' },
  WRONG_HOST: { status: 421, sentence: 'This server does not answer for %s' },
  FOREIGN_ORIGIN: { status: 403, sentence: 'The request comes from another site' },
  HEADER_NEEDED: { status: 403, sentence: 'Send the header X-Requested-By: app' },
  NO_UPGRADE: { status: 403, sentence: 'This server has no WebSockets' },

  // accounts
  WRONG_CREDENTIALS: { status: 401, sentence: 'The e-mail address or the password is wrong' },
  ACCOUNT_DISABLED: { status: 401, sentence: 'This account is disabled: ask the administrator of this server' },
  TOO_MANY_ATTEMPTS: { status: 429, sentence: 'Too many attempts: try again in %s' },
  REGISTRATION_CLOSED: { status: 403, sentence: 'This server takes no new accounts: ask its administrator for one' },
  INVITATION_NEEDED: { status: 403, sentence: 'A valid invitation is needed to make an account here' },
  SETUP_LINK_NEEDED: {
    status: 403,
    sentence: 'This server is new: its first account needs the link that the server printed at its newest start'
  },
  DOMAIN_NOT_ALLOWED: { status: 403, sentence: 'Accounts here need an e-mail address of: %s' },
  EMAIL_TAKEN: { status: 422, sentence: 'There is an account with this e-mail address already: sign in instead' },
  LINK_INVALID: { status: 422, sentence: 'This link was used already or has expired: ask for a new one' },
  RESET_BY_ADMINISTRATOR: { status: 409, sentence: 'This server sends no mail: ask its administrator for a link that sets a new password' },
  PROOF_BY_INVITATION: { status: 409, sentence: 'This server sends no mail: an invitation link of a project proves your address too' },
  REFRESH_REFUSED: { status: 401, sentence: 'Your session has ended: sign in again' },
  SESSION_NEEDED: { status: 403, sentence: 'An API token may not do this: sign in instead' },
  UNREADABLE_PICTURE: { status: 422, sentence: 'This file is not a picture that we can read: %s' },

  // projects
  NO_SUCH_ACCOUNT: { status: 422, sentence: 'Nobody has an account here with the e-mail address %s' },
  ALREADY_MEMBER: { status: 409, sentence: '%s is a member of this project already' },
  INVITATION_OVER: { status: 410, sentence: 'This invitation %s: ask the one who sent it for a new one' },
  LAST_OWNER: { status: 422, sentence: 'A project needs an owner: make someone else owner first' },

  // media
  ANSWERED_MEANWHILE: {
    status: 409,
    sentence: 'Somebody answered for these images in the meantime: look at their times, and change the answer there if it is wrong'
  },
  MEDIA_NOT_READY: { status: 404, sentence: '%s of %s is still being made: try again in a moment' },
  ORIGINAL_WITHHELD: {
    status: 403,
    sentence:
      'The original file of %s may hold its exact position, which you do not get: look at its picture here, or ask an owner of the project'
  },
  ALREADY_IN_PROJECT: { status: 409, sentence: '%s is in this project already, as %s: it was not added a second time' },
  METADATA_TABLE_TOO_LARGE: {
    status: 413,
    sentence: `A metadata table may have up to ${metadataCsvLimitBytes / 1024 ** 2} MiB: attach it in parts`
  },
  OVERGROWN_PICTURE: { status: 422, sentence: '%s holds %s: save the picture anew without what stands beside it, and add that' },
  NOT_AN_IMAGE: { status: 415, sentence: '%s is %s: only JPEG, PNG, TIFF and WebP images can be added' },
  EMPTY_FILE: { status: 422, sentence: '%s is empty (0 bytes): check the file where you copied it from' },
  BROKEN_IMAGE: {
    status: 422,
    sentence: '%s cannot be read to its end: it is cut off or damaged. Copy it again from the camera and retry'
  },
  TOO_MANY_PIXELS: { status: 413, sentence: '%s has %s megapixels: images of up to %s megapixels can be added' },
  COSTLY_PICTURE: { status: 422, sentence: '%s' },
  STORAGE_QUOTA_REACHED: {
    status: 413,
    sentence: '%s does not fit: the photographs on this server may take %s, and %s is left. Ask the operator for more'
  },
  OWN_QUOTA_REACHED: {
    status: 413,
    sentence:
      '%s does not fit: your photographs may take %s, and %s is left. Ask the operator for more, or remove some: their room is free after 30 days'
  },
  UPLOAD_TOO_LARGE: { status: 413, sentence: 'A file may have up to 4 GiB' },
  UPLOAD_PROTOCOL: { status: 400, sentence: 'The upload was not accepted: %s' },

  // taxonomy
  LABEL_NAME_TAKEN: { status: 409, sentence: '%s has a label “%s” already' },
  LABEL_USED: { status: 409, sentence: '“%s” names %s: give %s another label first, or merge it into one' },
  LABEL_HAS_CHILDREN: { status: 409, sentence: '“%s” has %s under it: move or delete what is there first' },
  CATALOG_FULL: { status: 409, sentence: 'A catalog holds up to %s labels' },
  REFERENCES_FULL: { status: 409, sentence: '“%s” has %s reference images already: take one away first' },
  VERSION_NAME_TAKEN: { status: 409, sentence: 'The catalog has a version “%s” already' },
  LIST_TOO_LARGE: { status: 413, sentence: `A list of labels may have up to ${catalogListLimitBytes / 1024 ** 2} MiB: take it in parts` },
  WORMS_UNREACHABLE: {
    status: 503,
    sentence:
      'WoRMS cannot be reached from this server: it may have no way to the internet, or WoRMS may be out of order. The catalog is as it was'
  },
  WORMS_UNREADABLE: { status: 502, sentence: 'WoRMS gave an answer that cannot be read: try again later' },

  // annotations
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
  SESSIONS_FULL: { status: 409, sentence: 'A project has at most %d sessions: delete old ones' },

  // attribute-fields
  ATTRIBUTE_NAME_TAKEN: { status: 409, sentence: 'The project has an attribute “%s” already' },
  TOO_MANY_ATTRIBUTES: { status: 409, sentence: 'A project asks for at most %d attributes: delete one first' },
  FIELDS_CHANGED: { status: 409, sentence: 'Attributes were added or deleted meanwhile: look at the list again and order it anew' },

  // sites
  SURVEY_NAME_TAKEN: { status: 409, sentence: 'The project has a survey “%s” already' },
  SITE_NAME_TAKEN: { status: 409, sentence: '%s has a site “%s” already' },
  SURVEY_HAS_SITES: { status: 409, sentence: '“%s” has %s: give them another survey first, or delete them' },
  TOO_MANY_SITES: { status: 409, sentence: 'A project holds up to %s sites' },
  SITE_TABLE_TOO_LARGE: { status: 413, sentence: `A table may have up to ${metadataCsvLimitBytes / 1024 ** 2} MiB: assign it in parts` },

  // navigation
  TRACK_TOO_LARGE: { status: 413, sentence: `A file with navigation may have up to ${trackLimitBytes / 1024 ** 3} GiB: divide it` },
  EMPTY_TRACK: { status: 422, sentence: 'The file is empty' },
  TOO_MANY_TRACKS: { status: 422, sentence: `A project may have up to ${trackLimit.toLocaleString('en')} tracks` },
  TOO_MANY_FIXES: {
    status: 422,
    sentence: `The tracks of this project have ${fixLimit.toLocaleString('en')} fixes, which is the limit: delete a track first`
  },
  TRACK_NOT_READY: { status: 409, sentence: 'This track was not read yet, or could not be read' },
  PLACEMENT_RUNNING: { status: 409, sentence: 'This is still at work: wait for its end' },
  PLACEMENT_UNDONE: { status: 409, sentence: 'This was taken back already' },
  TRACK_WITHHELD: {
    status: 403,
    sentence: 'A track leads to exact places, and you do not get all places of this project exactly: ask one of its owners'
  },

  // results
  TOO_MANY_GROUPS: { status: 422, sentence: 'There are %s groups, and %s can be compared: group the images by something coarser' },

  // exchange
  NOT_A_TABLE: { status: 415, sentence: 'This is %s: save the table as CSV (text) and attach that' },
  UNUSABLE_TABLE: { status: 422, sentence: '%s' },
  EXPORT_NOT_READY: { status: 404, sentence: 'The file of this export is not written yet' },
  FILE_STAYS_IN_HOUSE: { status: 403, sentence: 'This file has exact positions: only owners of the project get it' },
  FILE_HAS_OLDER_PLACES: {
    status: 403,
    sentence: 'This file was written before the rules for sensitive places changed: ask an editor to export it anew'
  },
  FILE_TOO_LARGE: { status: 413, sentence: `A file to import may have up to ${importLimitBytes / 1024 ** 3} GiB: divide it` },
  EMPTY_IMPORT: { status: 422, sentence: 'The file is empty' },
  IMPORT_BUSY: { status: 409, sentence: 'The import is at work: cancel its job first' },
  IMPORT_NOT_CHECKED: { status: 409, sentence: 'The file could not be read yet, so there is nothing to import' },
  IMPORT_NOT_UNDOABLE: {
    status: 409,
    sentence:
      'This import cannot be undone: it brought nothing that could be removed, was undone already, or comes from before version 0.2.0'
  },
  IMPORT_APPLIED: { status: 409, sentence: 'This was imported already: bring the file again to import it once more' },
  NOT_THIS_FORMAT: { status: 422, sentence: '%s' },
  FILE_GONE: { status: 404, sentence: 'The file is not on this server any more: make it again' },
  DAMAGED_ARCHIVE: { status: 422, sentence: '%s in the archive is damaged' },

  // generalisations
  EXACT_PLACE_NEEDED: { status: 403, sentence: 'You see %s only generalised, so you cannot change it: ask an owner of the project' },
  RULE_STANDS: { status: 409, sentence: 'There is a rule for %s already: change that one' },
  TOO_MANY_RULES: { status: 409, sentence: 'A project has at most %d rules for places: remove one first' },

  // jobs
  JOB_ENDED: { status: 409, sentence: 'The job has ended already: there is nothing to cancel' },
  JOB_NOT_FAILED: { status: 409, sentence: 'Only a failed or cancelled job can be tried again' },

  // storage
  DATABASE_DOWN: { status: 503, sentence: 'The database does not answer' },
  BLOB_MISSING: { status: 500, sentence: 'The file %s is missing in the storage: the operator can restore it from a backup' },
  STORAGE_FULL: { status: 503, sentence: 'The server has no room left on its disk: tell the operator, then try again' },

  // children
  STOPPING: { status: 503, sentence: 'The server is stopping: try again in a moment' },

  // reading
  READERS_BUSY: { status: 503, sentence: 'The server is counting for too many people at once (%d are waiting). Try again in a moment' },
  TOO_MANY_READS: {
    status: 503,
    sentence: 'You have %d counts waiting already: close pages that you do not need, or try again in a moment'
  },
  READ_TOO_LARGE: { status: 422, sentence: 'This is more than the server can hold at once: ask for a part of it' },

  // threads
  TOO_LARGE_TO_HOLD: { status: 422, sentence: 'The file is too large to be held at once: divide it' }
} as const satisfies Record<string, CodedSentence>

export type ErrorCode = keyof typeof errorCodes
