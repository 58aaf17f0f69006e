/** Version of the regions and of the rendering of crops. A higher number replaces all earlier crops, in browsers too. */
export const patchLook = 2
