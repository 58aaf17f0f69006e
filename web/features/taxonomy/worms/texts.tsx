import type { ReactNode } from 'react'
import type { NameCheck } from '../../../../shared/contracts/worms.ts'
import { formatCount, formatNumber } from '../../../ui/format.ts'

const names = (count: number) => formatCount(count, 'name')

export const texts = {
  aphiaId: (id: number) => `AphiaID ${id}`,

  search: {
    label: 'Beginning of the scientific name',
    searching: (name: string) => `Searching WoRMS for “${name}”`,
    onlyScientific: 'Common names and authors are not searched.',
    none: (name: string) => `WoRMS has no name that begins with “${name}”, and none with a similar spelling.`,
    similar: (name: string) => `No name begins with “${name}”. These have a similar spelling:`,
    choose: 'Choose ',
    extinct: 'extinct',
    inCatalog: 'in the catalog',
    accepted: (name: ReactNode) => <>WoRMS uses {name}</>
  },

  failure: {
    unreachable: 'WoRMS cannot be reached from this server',
    unreachableAbout: 'The server may have no internet access, or WoRMS may be down.',
    failed: 'The request to WoRMS failed',
    noReason: 'The server gave no reason. Try again.'
  },

  add: {
    title: 'Add from WoRMS',
    back: 'Back to the search',
    nothing: 'Nothing to add',
    safe: 'The catalog was not changed.',
    safeInSearch: 'The catalog was not changed. A label that you add yourself can take its name from WoRMS later, with “Check names”.',
    requesting: (name: string) => `Requesting the classification and other names of ${name} from WoRMS`,
    added: (count: number, completed: number) =>
      `${formatCount(count, 'label')} added${completed > 0 ? `, ${formatNumber(completed, 0)} completed` : ''}`,
    source: 'From WoRMS.',
    ranks: 'Higher taxa to add',
    rankOptions: {
      main: 'Kingdom, phylum, class, order, family, genus',
      all: 'All ranks in WoRMS',
      none: 'None: only the taxon'
    }
  },

  preview: {
    synonyms: 'Synonyms',
    commonNames: 'Common names',
    andMore: (count: number) => ` and ${formatNumber(count, 0)} more`,
    unaccepted: (name: ReactNode) => <>This is the accepted name of {name}, which is added as a synonym.</>,
    ambiguous: 'The catalog already has one of these names elsewhere. Choose below whether it is the same label.',
    table: 'Added taxa',
    taxon: 'Taxon',
    rank: 'Rank',
    outcome: 'In the catalog',
    there: 'already in the catalog',
    newAt: (parent: string | null) => (parent === null ? 'new, at the top' : `new, under ${parent}`),
    completed: (about: string | null) => `completed${about === null ? '' : `: ${about}`}`,
    leftOutWithParent: 'left out with the taxon above it',
    leftOut: (reason: string | null) => `left out: ${reason ?? 'the name is ambiguous'}`
  },

  check: {
    title: 'Check names against WoRMS',
    stop: 'Stop',
    beginAgain: 'Start over',
    goOn: 'Continue',
    again: 'Check again',
    begin: 'Check names',
    about:
      'The names of the catalog are compared with the World Register of Marine Species, fifty at a time. Nothing changes until you confirm it.',
    every: 'Compare labels without a scientific name too',
    everyAbout: 'By their own name. Names that are not in WoRMS, such as “Sand”, are skipped.',
    comparing: 'Comparing names',
    progress: (count: number, total: number) => `${formatNumber(count, 0)} of ${formatNumber(total, 0)}`,
    safe: 'Your decisions are kept; nothing else changed.',
    refused: 'The server rejected the request.',
    open: (count: number) => `${names(count)} to check`,
    compared: (count: number) => `${names(count)} compared`,
    noneSoFar: (compared: string) => `Nothing to check so far: ${compared}.`,
    noNames: 'No label has a scientific name yet. Start over and include labels without one.',
    allAgree: (compared: string) => `All names agree with WoRMS: ${compared}.`,
    finished: (compared: string, used: number, left: number) =>
      `Nothing left to check. ${compared}: ${formatNumber(used, 0)} corrected, ${formatNumber(left, 0)} unchanged.`
  },

  findings: {
    titles: {
      unaccepted: 'Another name is accepted',
      spelling: 'WoRMS has another spelling',
      ambiguous: 'Several taxa have this name',
      identify: 'The name is right; its AphiaID or its author is missing',
      unknown: 'Not in WoRMS'
    } satisfies Record<NameCheck['kind'], string>,
    leaveAll: (count: number) => `Leave all ${names(count)}`,
    more: (count: number) => `${formatNumber(count, 0)} more ${count === 1 ? 'appears' : 'appear'} as you decide on these.`,
    completeAll: (count: number) => `Complete all ${formatCount(count, 'label')}`,
    stop: (count: number) => `Stop, ${formatNumber(count, 0)} to go`,
    addId: (aphiaId: number) => `Add AphiaID ${aphiaId}`,
    useId: (aphiaId: number) => `Use AphiaID ${aphiaId}`,
    useName: (name: string) => `Use ${name}`,
    keep: (aphiaId: number) => `Keep AphiaID ${aphiaId}, note the accepted name`,
    leave: 'Leave unchanged'
  },

  decided: {
    used: (count: number) => `Corrected: ${names(count)}`,
    usedAs: (name: string, newName: string) => (newName === name ? 'is complete' : `is now ${newName}`),
    left: (count: number) => `Left unchanged: ${names(count)}`,
    leftNow: 'left unchanged just now',
    leftBy: (by: string) => `left unchanged by ${by},`,
    reconsider: 'Reconsider',
    first: (count: number) => `The first ${count} are listed.`,
    notInWorms: 'is not in WoRMS',
    incomplete: 'lacks its AphiaID or its author',
    differs: (others: readonly string[]) => `is ${others.join(' or ')} in WoRMS`
  }
}
