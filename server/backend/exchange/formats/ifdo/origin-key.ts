/** Field of a label that iFDO does not define: how a person came to it from a suggestion. */
export const originKey = 'isobath-origin'
