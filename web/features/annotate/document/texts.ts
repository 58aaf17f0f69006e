export const texts = { restore: 'Restore', notSaved: 'The server did not save it' }
