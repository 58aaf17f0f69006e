import { debugLogEntries } from '../../../shared/limits.ts'
import { formatCount } from '../../ui/format.ts'

export const texts = {
  title: 'Debug log',
  about: `Events of this app in this browser: the latest ${debugLogEntries} entries, newest first, without passwords or tokens. New entries appear automatically.`,
  facts: {
    version: 'Version',
    session: 'Session',
    cookie: 'HttpOnly cookie',
    bearer: 'bearer token in local storage',
    browser: 'Browser'
  },
  search: 'Search the log',
  levels: 'Levels',
  count: (shown: number, all: number) => (shown === all ? formatCount(all, 'entry', 'entries') : `${shown} of ${all} entries`),
  copy: 'Copy',
  copied: 'Copied',
  download: 'Download',
  clear: 'Clear',
  clearDialog: {
    title: 'Clear the log?',
    confirm: 'Clear log',
    about: 'All entries in this browser are deleted. The server’s own log is not affected.'
  },
  empty: {
    title: 'The log is empty',
    about: 'New events appear here.'
  },
  noMatch: {
    title: 'No entry matches',
    about: 'Select more levels, or search for something else.'
  },
  entries: 'Log entries',
  data: 'Data',
  designSystem: 'Design system'
}
