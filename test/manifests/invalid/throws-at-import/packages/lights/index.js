throw new Error('no licence');
