import { formatCount, formatNumber } from '../../ui/format.ts'

const edits = (count: number) => formatCount(count, 'edit')

/** Removes the full stop of a reason that is inserted into another sentence. */
const withoutStop = (reason: string) => reason.replace(/\.$/, '')

export const texts = {
  chip: {
    refused: (count: number) => `${edits(count)} could not be saved`,
    unkept: (count: number) => `This browser could not keep ${edits(count)}`,
    offline: (count: number) => `${edits(count)} waiting: no connection`,
    sending: (count: number) => `Sending ${edits(count)}`,
    notTaken: (count: number) => `${edits(count)} waiting: the server did not accept ${count === 1 ? 'it' : 'them'}`
  },
  unsent: (count: number) =>
    count === 1
      ? '1 of your edits is not on the server yet and is not counted here.'
      : `${formatNumber(count)} of your edits are not on the server yet and are not counted here.`,
  dialog: {
    title: 'Not on the server yet',
    none: 'All edits are on the server.',
    unkept: (reason: string, count: number) =>
      `${reason}. ${formatCount(count, 'edit exists', 'edits exist')} only in this tab. Keep it open until all edits are sent, or save them as a file.`,
    failed: (reason: string) => `The last attempt failed: ${withoutStop(reason)}. It will be retried automatically.`,
    waiting: (count: number) => `${edits(count)} waiting to be sent.`,
    refused: (count: number, reasons: readonly string[]) => `${edits(count)} could not be saved: ${reasons.join('; ')}.`,
    unnamedProject: 'A project',
    lostProject: 'A project you no longer have access to',
    discard: 'Discard refused edits',
    save: 'Save as a file',
    send: 'Send now'
  },
  discardDialog: {
    title: 'Discard these edits?',
    confirm: (count: number) => `Discard ${edits(count)}`,
    about: 'Only the edits that the server refused are discarded. Nothing on the server changes.',
    failed: 'This browser could not write to its disk. The edits are still here.'
  },
  signOut: {
    title: (count: number) => `${formatCount(count, 'edit is', 'edits are')} not on the server`,
    titleUnread: 'Your unsent edits could not be read',
    unread: 'The storage of this browser did not answer, so there may be edits that are not on the server.',
    titleSent: 'All edits are on the server',
    about: 'Signing out removes your edits from this browser. Each option signs you out when it is done.',
    aboutSent: 'Your edits have been sent. You can sign out without losing any.',
    notSent: (reason: string) => `The edits could not be sent: ${withoutStop(reason)}.`,
    otherTab: 'another tab is sending them',
    refused: (count: number) => `The server refused ${edits(count)}. You can only save ${count === 1 ? 'it' : 'them'} as a file.`,
    stay: 'Stay signed in',
    signOut: 'Sign out',
    discard: 'Discard edits',
    save: 'Save as a file',
    send: 'Send now'
  }
}
