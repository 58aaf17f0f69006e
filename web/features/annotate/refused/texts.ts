/** UI strings for edits that the server refused. */
export const texts = {
  dialog: {
    title: 'Edits that could not be saved',
    close: 'Close',
    none: 'All edits are saved.',
    sites: 'Edits of sites that could not be saved are listed in Sites.',
    about: '“Mine” is the current version with your edit. Values that you did not change stay as they are now.',
    more: (count: number) => `Show ${count} more`
  },

  edit: {
    imageGone: 'On an image that no longer exists',
    onThisImage: 'On this image',
    failed: 'The current version could not be loaded',
    otherProject: 'The annotation belongs to another project. Open its image to see both versions.',
    useMyVersion: 'Use my version',
    notUsed: 'Your version could not be used.',
    misfits: 'Crossed-out values do not fit the attributes of this project and are left out.',
    labelGone: 'Your label is no longer in the catalog.',
    chooseLabel: 'Choose another label',
    useMine: 'Use mine',
    drawAgain: 'Draw it again',
    keepCurrent: 'Keep the current version',
    discard: 'Discard it',
    copyMine: 'Copy mine'
  },

  comparison: {
    mine: 'Mine',
    there: 'On the server',
    outline: 'Outline',
    outlineOf: (version: string, shape: string) => `${version}: ${shape}`,
    wholeImage: 'the whole image',
    state: 'State',
    removed: 'Removed',
    kept: 'Kept',
    label: 'Label',
    noLabel: 'No label',
    certainty: 'Certainty',
    review: 'Review',
    differs: '(differs)',
    notStated: 'Not stated',
    yes: 'Yes',
    no: 'No'
  }
}
