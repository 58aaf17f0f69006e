// Separate constants, so that the build can inline them: these texts are part of the first load of Annotate. The panel has its own file.

export const accept = (label: string) => `Accept ${label}`
export const relabel = (label: string) => `Label ${label} instead`
export const rejected = 'Reject the suggestion'
export const unsure = 'Set the suggestion aside'
export const selectFirst = 'Select a suggestion first'
export const noAlternative = (number: number) => `The suggestion has no alternative ${number}`
export const none = 'There are no suggestions to review on this image.'
